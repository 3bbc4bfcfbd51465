export type { ConsoleTexts } from './console-texts.js';
export { type MessageTexts, Wording, wordingIn } from './wording.js';

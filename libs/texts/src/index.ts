export type { ConsoleTexts } from './console-texts.js';
export { problemSentence } from './problem-sentence.js';
export { type MessageTexts, Wording, wordingIn } from './wording.js';

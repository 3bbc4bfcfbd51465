import type { Language } from '@switchyard/contracts';
import type { ConsoleTexts } from '../console-texts.js';
import { readTexts } from '../wording.js';

/** The catalogue of a language as the console loads it. */
export const consoleCatalogue = (language: Language): ConsoleTexts =>
  ({ ...(readTexts('console', language) as object), problem: readTexts('problems', language) }) as ConsoleTexts;

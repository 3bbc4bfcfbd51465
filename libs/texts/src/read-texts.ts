import { readFileSync } from 'node:fs';
import type { Language } from '@switchyard/contracts';

/** Texts of one use: a folder with a file per language. */
export type TextSet = 'console' | 'glossary' | 'messages' | 'problems';

/** The texts of a set in a language. In a bundle the folders of the sets lie beside it. */
export const readTexts = (set: TextSet, language: Language): unknown =>
  JSON.parse(readFileSync(new URL(`${set}/${language}.json`, import.meta.url), 'utf8'));

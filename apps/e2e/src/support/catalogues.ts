import type { Language } from '@switchyard/contracts';
import { consoleCatalogue, textsOf, type Texts } from '@switchyard/texts/testing';

/** The texts of the console in a language. */
export const consoleTexts = (code: Language): Texts => textsOf(consoleCatalogue(code));

const english = consoleTexts('en');

/** Letters that a text must have beside its values, so that it cannot be found by chance. */
const LEAST_LETTERS = 6;

/** Finds texts on screen that are the English ones, where the language has others. */
export function leftoverFinder(code: Language): (shown: readonly string[]) => string[] {
  const own = consoleTexts(code);
  const translated = new Set(own.values());
  const others = [...english].filter(([key, text]) => own.get(key) !== text && !translated.has(text));
  const plain = new Set(others.map(([, text]) => text).filter((text) => !text.includes('{{')));
  const patterns = patternsOf(others.map(([, text]) => text));
  const ownPatterns = patternsOf([...translated]);
  const isOwn = (text: string): boolean => translated.has(text) || ownPatterns.some((pattern) => pattern.test(text));
  return (shown) =>
    shown.filter((text) => plain.has(text) || (patterns.some((pattern) => pattern.test(text)) && !isOwn(text)));
}

/** Patterns of texts with values, but for those that hold hardly anything else. */
const patternsOf = (texts: readonly string[]): RegExp[] =>
  texts
    .filter((text) => text.includes('{{') && text.replace(/\{\{.*?\}\}|[^\p{L}]/gu, '').length >= LEAST_LETTERS)
    .map(
      (text) =>
        new RegExp(
          `^${text
            .split(/\{\{.*?\}\}/)
            .map(escaped)
            .join('.+')}$`,
        ),
    );

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

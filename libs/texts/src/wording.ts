import { readFileSync } from 'node:fs';
import { type Language, languageTag, type Problem } from '@switchyard/contracts';
import { problemSentence } from './problem-sentence.js';

/** Texts that servers send to people by mail and chat. `{{name}}` stands for a value. */
export type MessageTexts = typeof import('./messages/en.json');

/** The messages and problems of one language, and values as that language writes them. */
export class Wording {
  /** BCP 47 tag. */
  readonly tag: string;
  readonly texts: MessageTexts;
  private readonly problems: Readonly<Record<string, string>>;

  constructor(language: Language) {
    this.tag = languageTag(language);
    this.texts = readTexts('messages', language) as MessageTexts;
    this.problems = readTexts('problems', language) as Record<string, string>;
  }

  /** The sentence of a problem; its code when this version does not know it. */
  problem(problem: Problem): string {
    return problemSentence(problem, this.problems, this.tag);
  }

  /** A moment to the minute. @param zone name of a zone of the tz database */
  moment(at: Date, zone: string): string {
    const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;
    const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
    return new Intl.DateTimeFormat(this.tag, { ...day, ...time, timeZone: zone }).format(at);
  }

  /** Its two greatest units. */
  duration(seconds: number): string {
    const units = [
      [Math.floor(seconds / 3_600), 'hour'],
      [Math.floor(seconds / 60) % 60, 'minute'],
      [seconds % 60, 'second'],
    ] as const;
    const from = units.findIndex(([count]) => count > 0);
    const shown = from < 0 ? units.slice(-1) : units.slice(from, from + 2).filter(([count]) => count > 0);
    const style = { style: 'unit', unitDisplay: 'short' } as const;
    return shown.map(([count, unit]) => new Intl.NumberFormat(this.tag, { ...style, unit }).format(count)).join(' ');
  }

  minutes(count: number): string {
    return new Intl.NumberFormat(this.tag, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(count);
  }
}

const wordings = new Map<Language, Wording>();

/** The wording of a language, whose files are read once. */
export function wordingIn(language: Language): Wording {
  const known = wordings.get(language) ?? new Wording(language);
  wordings.set(language, known);
  return known;
}

/** Texts of one use: a folder with a file per language. */
type TextSet = 'console' | 'glossary' | 'messages' | 'problems';

/** The texts of a set in a language. In a bundle the folders of the sets lie beside it. */
export const readTexts = (set: TextSet, language: Language): unknown =>
  JSON.parse(readFileSync(new URL(`${set}/${language}.json`, import.meta.url), 'utf8'));

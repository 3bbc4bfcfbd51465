import { existsSync, readFileSync } from 'node:fs';
import {
  fillPlaces,
  isCount,
  isTextList,
  type Language,
  languageTag,
  own,
  type Problem,
  PROBLEMS,
} from '@switchyard/contracts';
import { ownFile } from '../own-file.js';

/** All texts that servers send to people by mail and chat, in one language. `{{name}}` stands for a value. */
export type ServerTexts = typeof import('./en.json');

type Entries = Readonly<Record<string, unknown>>;

/** The texts of one language, and values as that language writes them. What it has no text for is in English. */
export class Wording {
  /** BCP 47 tag. */
  readonly tag: string;
  readonly texts: ServerTexts;
  private readonly problems: Readonly<Record<string, string>>;

  constructor(language: Language) {
    this.tag = languageTag(language);
    this.texts = withFallback(read(language), read('en')) as ServerTexts;
    this.problems = read(`problems/${language}`) as Record<string, string>;
  }

  /** The sentence of a problem. */
  problem({ code, params }: Problem): string {
    return fillPlaces(own(this.problems, code) ?? PROBLEMS[code], (name) => {
      const value = own(params, name) ?? '';
      if (isTextList(value)) {
        return new Intl.ListFormat(this.tag).format(value);
      }
      return typeof value === 'object' ? this.problem(value) : this.value(name, value);
    });
  }

  /** A value of a text; a number of things is grouped as the language does. */
  private value(name: string, value: string | number): string {
    return typeof value === 'number' && isCount(name) ? new Intl.NumberFormat(this.tag).format(value) : String(value);
  }

  /** A moment to the minute. @param zone name of a zone of the tz database */
  moment(at: Date, zone: string): string {
    const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;
    const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
    return new Intl.DateTimeFormat(this.tag, { ...day, ...time, timeZone: zone }).format(at);
  }

  minutes(count: number): string {
    return new Intl.NumberFormat(this.tag, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(count);
  }
}

const wordings = new Map<Language, Wording>();

/** The texts of a language, read once. */
export function wordingIn(language: Language): Wording {
  const known = wordings.get(language) ?? new Wording(language);
  wordings.set(language, known);
  return known;
}

/** A file of this folder; nothing when the language has none. */
function read(name: string): Entries {
  const file = ownFile(`texts/${name}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Entries) : {};
}

const withFallback = (given: Entries, english: Entries): Entries =>
  Object.fromEntries(
    Object.entries(english).map(([key, text]) => {
      const translated = own(given, key);
      return [key, typeof text === 'string' ? (translated ?? text) : withFallback(entries(translated), entries(text))];
    }),
  );

const entries = (value: unknown): Entries => (typeof value === 'object' && value !== null ? (value as Entries) : {});

import { type Problem, problem, sentenceOf } from '../errors/problem.js';
import { jsonPlace } from './json-place.js';

/** Deepest nesting of a document that comes from outside. */
export const MAX_JSON_DEPTH = 100;
/** Most values of such a document: members, elements and containers. */
export const MAX_JSON_VALUES = 100_000;

/** Fault of a JSON document. `at` = index of the character where it was found. */
export interface JsonFault {
  at: number;
  problem: Problem;
}

const PROTOTYPE_MEMBER = '__proto__';
/** Longest spelling of that name, all characters escaped. */
const LONGEST_SPELLING = PROTOTYPE_MEMBER.length * 6;
const LONE_SURROGATE = /\p{Surrogate}/u;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** Whether PostgreSQL and UTF-8 can hold the text: no NUL and no lone surrogate. */
export const isStorable = (text: string): boolean => !text.includes('\0') && !LONE_SURROGATE.test(text);

/** A document that is refused; the problem names the fault and its place. */
export class JsonError extends Error {
  override readonly name = 'JsonError';

  /** @param isSyntax it is no JSON at all */
  constructor(
    readonly problem: Problem,
    readonly isSyntax = false,
  ) {
    super(sentenceOf(problem));
  }
}

/**
 * The value of a JSON text within the bounds of {@link jsonFault}.
 * @throws JsonError
 */
export function parseJson(text: string, maxValues = MAX_JSON_VALUES): unknown {
  const fault = jsonFault(text, maxValues);
  if (fault !== null) {
    throw new JsonError(withPlace(jsonPlace(text, fault.at), fault.problem));
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new JsonError(problem('json_syntax'), true);
  }
}

const withPlace = (place: string, fault: Problem): Problem =>
  place === '' ? fault : problem('json_place', { fault, place });

/**
 * Bounds of a JSON text, found in one pass before it is parsed: depth, number of values, escapes of NUL and of lone
 * surrogates, members named `__proto__`. `null` = within the bounds; whether it is JSON at all the parser finds out.
 */
export function jsonFault(text: string, maxValues = MAX_JSON_VALUES): JsonFault | null {
  return new JsonScan(text, maxValues).run();
}

class JsonScan {
  private at = 0;
  private depth = 0;
  private values = 1;
  /** Place of the first backslash from `at` on. */
  private backslash: number;

  constructor(
    private readonly text: string,
    private readonly maxValues: number,
  ) {
    this.backslash = this.nextBackslash(0);
  }

  run(): JsonFault | null {
    const { text } = this;
    for (; this.at < text.length; this.at += 1) {
      const code = text.charCodeAt(this.at);
      const fault = code === QUOTE ? this.passString() : this.count(code);
      if (fault !== null) {
        return { at: this.at, problem: fault };
      }
    }
    return null;
  }

  private count(code: number): Problem | null {
    if (code === COMMA) {
      this.values += 1;
    } else if (isOpening(code)) {
      this.depth += 1;
      this.values += 1;
    } else if (isClosing(code)) {
      this.depth -= 1;
    }
    if (this.depth > MAX_JSON_DEPTH) {
      return problem('json_deep', { max: MAX_JSON_DEPTH });
    }
    return this.values > this.maxValues ? problem('json_values', { max: this.maxValues }) : null;
  }

  /** From the opening quote to the closing one. */
  private passString(): Problem | null {
    const start = this.at + 1;
    let end = this.text.indexOf('"', start);
    let escaped = false;
    this.backslash = this.backslash < start ? this.nextBackslash(start) : this.backslash;
    while (end !== -1 && this.backslash < end) {
      escaped = true;
      const fault = this.passEscape();
      if (fault !== null) {
        return fault;
      }
      end = this.at > end ? this.text.indexOf('"', this.at) : end;
    }
    this.at = end === -1 ? this.text.length : end;
    return end !== -1 && this.isPrototypeMember(start, end, escaped)
      ? problem('json_prototype', { name: PROTOTYPE_MEMBER })
      : null;
  }

  /** The escape at the next backslash; leaves `at` behind it. */
  private passEscape(): Problem | null {
    this.at = this.backslash;
    const unit = unitAt(this.text, this.at);
    if (unit === 0) {
      return problem('json_nul');
    }
    if (isTrailing(unit) || (isLeading(unit) && !isTrailing(unitAt(this.text, this.at + 6)))) {
      return problem('json_surrogate');
    }
    this.at += isLeading(unit) ? 12 : unit === null ? 2 : 6;
    this.backslash = this.nextBackslash(this.at);
    return null;
  }

  private nextBackslash(from: number): number {
    const found = this.text.indexOf('\\', from);
    return found === -1 ? Infinity : found;
  }

  private isPrototypeMember(start: number, end: number, escaped: boolean): boolean {
    const length = end - start;
    if (length < PROTOTYPE_MEMBER.length || length > (escaped ? LONGEST_SPELLING : PROTOTYPE_MEMBER.length)) {
      return false;
    }
    const name = this.text.slice(start, end);
    return (escaped ? unescaped(name) : name) === PROTOTYPE_MEMBER && this.isBeforeColon(end + 1);
  }

  private isBeforeColon(from: number): boolean {
    let at = from;
    while (at < this.text.length && this.text.charCodeAt(at) <= 0x20) {
      at += 1;
    }
    return this.text.charCodeAt(at) === COLON;
  }
}

const isOpening = (code: number): boolean => code === 0x5b || code === 0x7b;
const isClosing = (code: number): boolean => code === 0x5d || code === 0x7d;

/** Code unit of the `\uXXXX` at this place; `null` = another escape, or none. */
function unitAt(text: string, at: number): number | null {
  if (text.charCodeAt(at) !== BACKSLASH || text[at + 1] !== 'u') {
    return null;
  }
  const digits = text.slice(at + 2, at + 6);
  return /^[0-9a-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : null;
}

const isLeading = (unit: number | null): boolean => unit !== null && unit >= 0xd800 && unit <= 0xdbff;
const isTrailing = (unit: number | null): boolean => unit !== null && unit >= 0xdc00 && unit <= 0xdfff;

const unescaped = (name: string): string =>
  name.replace(/\\u([0-9a-fA-F]{4})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

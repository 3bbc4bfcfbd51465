import { own } from '../own.js';

/** A number of a JSON text that JavaScript would write differently, such as one beyond 2^53, `1.0` or `1e3`. */
export class ExactNumber {
  /** @param text as it was written */
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }

  /** For callers that do not ask for the exact text. */
  toJSON(): number {
    return Number(this.text);
  }
}

/** Matches every number that may be inexact. */
const SUSPICIOUS = /\d{16}|\d[.eE]|-0/;
/** Strings and numbers of a valid JSON text. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const MARK = '\0';
const MARKED = /"\\u0000(-?\d[^"]*)"/g;

/**
 * The value of a JSON text, in which numbers that JavaScript would write differently are {@link ExactNumber}s.
 * @throws SyntaxError when it is no JSON
 */
export function parseExact(text: string): unknown {
  const value = JSON.parse(text) as unknown;
  if (!SUSPICIOUS.test(text) || text.includes('\\u0000')) {
    return value;
  }
  const marked = text.replace(STRING_OR_NUMBER, (token) =>
    token.startsWith('"') || String(Number(token)) === token ? token : `"\\u0000${token}"`,
  );
  return JSON.parse(marked, (_, member: unknown) =>
    typeof member === 'string' && member.startsWith(MARK) ? new ExactNumber(member.slice(1)) : member,
  ) as unknown;
}

/** The object held by a JSON text, with exact numbers; `{}` when it holds none. */
export function parseExactObject(text: string | null | undefined): Record<string, unknown> {
  try {
    const value = text ? parseExact(text) : null;
    return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

/** As `JSON.stringify`, with the text of each {@link ExactNumber} as it was written. */
export function exactJson(value: unknown, indent?: number): string {
  let isExact = false;
  const json = JSON.stringify(
    value,
    function mark(this: Record<string, unknown>, name: string, member: unknown) {
      const written = own(this, name);
      if (written instanceof ExactNumber) {
        isExact = true;
        return MARK + written.text;
      }
      return member;
    },
    indent,
  );
  return isExact ? json.replace(MARKED, '$1') : json;
}

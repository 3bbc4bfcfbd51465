import { type HclToken, hclTokens } from './hcl-tokens.js';

/** Longest text that is read, and most lists and maps in each other. */
const [MOST_CHARACTERS, MOST_DEEP] = [65_536, 64];
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** The text is no list or map of literals. */
class NoLiteral extends Error {}

/** The list or map that a text is in HCL, as `-var` reads it, or in JSON; `undefined` = it is none of literals alone. */
export function hclLiteral(text: string): unknown {
  if (text.length > MOST_CHARACTERS || !/^\s*[[{]/.test(text)) {
    return undefined;
  }
  try {
    return new Reader(hclTokens(text)).whole();
  } catch (error) {
    if (error instanceof NoLiteral) {
      return undefined;
    }
    throw error;
  }
}

class Reader {
  private at = 0;

  constructor(private readonly tokens: readonly HclToken[]) {}

  whole(): unknown {
    this.skipLines();
    const value = this.value(0);
    this.skipLines();
    if (this.at < this.tokens.length) {
      throw new NoLiteral();
    }
    return value;
  }

  private value(depth: number): unknown {
    const { kind, value } = this.next();
    if (depth > MOST_DEEP) {
      throw new NoLiteral();
    }
    if (kind === 'text') {
      return value;
    }
    if (kind === 'number') {
      return exactNumber(value);
    }
    if (kind === 'word' && WORDS.has(value)) {
      return WORDS.get(value);
    }
    if (kind === 'mark' && value === '[') {
      return this.members(']', () => this.value(depth + 1));
    }
    if (kind === 'mark' && value === '{') {
      return Object.fromEntries(this.members('}', () => this.member(depth + 1)));
    }
    throw new NoLiteral();
  }

  private member(depth: number): [string, unknown] {
    const { kind, value: name } = this.next();
    const { value: sign } = this.next();
    if (!['word', 'text', 'number'].includes(kind) || (sign !== '=' && sign !== ':')) {
      throw new NoLiteral();
    }
    this.skipLines();
    return [name, this.value(depth)];
  }

  /** Up to the closing mark; members of a list are separated by commas, those of a map by lines, too. */
  private members<T>(close: string, read: () => T): T[] {
    const found: T[] = [];
    for (;;) {
      this.skipLines();
      if (this.isMark(close)) {
        this.at += 1;
        return found;
      }
      found.push(read());
      const isBroken = this.tokens[this.at]?.kind === 'line';
      this.skipLines();
      if (this.isMark(',')) {
        this.at += 1;
      } else if (!this.isMark(close) && !(isBroken && close === '}')) {
        throw new NoLiteral();
      }
    }
  }

  private isMark(mark: string): boolean {
    const token = this.tokens[this.at];
    return token?.kind === 'mark' && token.value === mark;
  }

  private next(): HclToken {
    const token = this.tokens[this.at];
    this.at += 1;
    if (!token) {
      throw new NoLiteral();
    }
    return token;
  }

  private skipLines(): void {
    while (this.tokens[this.at]?.kind === 'line') {
      this.at += 1;
    }
  }
}

/** JSON takes the number on, so it must be one that JavaScript has exactly. */
function exactNumber(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || (/^-?\d+$/.test(text) && !Number.isSafeInteger(value))) {
    throw new NoLiteral();
  }
  return value;
}

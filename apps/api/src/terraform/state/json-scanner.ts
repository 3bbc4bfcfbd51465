import { hasByte } from './json-bytes.js';
import type { JsonEvents } from './json-events.js';
import { JsonGrammar } from './json-grammar.js';
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  CUT_ESCAPED,
  endOfKind,
  endOfString,
  JsonScanError,
  KINDS,
  MAX_TOKEN,
  OPEN_LIST,
  OPEN_OBJECT,
  requireWord,
  SPACE,
  STRING,
  WORD,
} from './json-tokens.js';

const BACKSLASH = 0x5c;
const NOTHING = Buffer.alloc(0);

/** A string or a word that goes on in the next chunk. */
interface CutToken {
  isString: boolean;
  isWanted: boolean;
  /** Where it begins, in bytes from the beginning of the text. */
  at: number;
  /** The next byte belongs to a backslash. */
  isEscaped: boolean;
  /** Bytes of it in earlier chunks. */
  size: number;
  /** They themselves, where somebody has to read them. */
  parts: Buffer[];
}

/**
 * Reads JSON as it arrives and keeps nothing of it but the token at hand. It checks structure, words and numbers; of
 * strings only that they end and hold no control characters.
 */
export class JsonScanner {
  private readonly grammar = new JsonGrammar();
  private cut: CutToken | null = null;
  private offset = 0;

  constructor(private readonly events: JsonEvents) {}

  /** @throws JsonScanError */
  feed(chunk: Buffer): void {
    if (chunk.length === 0) {
      return;
    }
    let at = this.cut === null ? 0 : this.goOn(this.cut, chunk);
    while (at < chunk.length) {
      at = this.readToken(chunk, at);
    }
    this.offset += chunk.length;
  }

  /** @throws JsonScanError when the text is cut off */
  finish(): void {
    if (this.cut !== null && !this.cut.isString) {
      this.endCut(this.cut, NOTHING);
    }
    if (this.cut !== null || !this.grammar.isEnded) {
      throw new JsonScanError('The text is cut off');
    }
  }

  /** @returns where it stopped */
  private readToken(chunk: Buffer, from: number): number {
    const at = endOfKind(chunk, from, SPACE);
    if (at === chunk.length) {
      return at;
    }
    const kind = KINDS[chunk[at] ?? 0] ?? WORD;
    this.grammar.take(kind);
    if (kind === STRING || kind === WORD) {
      return this.readScalar(chunk, at, kind === STRING);
    }
    if (kind === OPEN_OBJECT || kind === OPEN_LIST) {
      if (this.grammar.depth <= this.events.depth) {
        this.events.open(this.offset + at);
      }
    } else if ((kind === CLOSE_OBJECT || kind === CLOSE_LIST) && this.grammar.depth < this.events.depth) {
      this.events.close(this.offset + at + 1);
    }
    return at + 1;
  }

  private readScalar(chunk: Buffer, at: number, isString: boolean): number {
    const isWanted = this.grammar.depth <= this.events.depth && this.events.wants(this.grammar.isName);
    const end = isString ? endOfString(chunk, at + 1) : endOfKind(chunk, at, WORD);
    if (end < 0 || (!isString && end === chunk.length)) {
      const isEscaped = end === CUT_ESCAPED;
      this.cut = { isString, isWanted, at: this.offset + at, isEscaped, size: 0, parts: [] };
      carry(this.cut, chunk.subarray(at));
      return chunk.length;
    }
    if (!isString) {
      requireWord(chunk, at, end);
    }
    if (isWanted) {
      this.report(chunk, at, end, this.offset + at);
    }
    return end;
  }

  /** Reads on in a token that began in an earlier chunk. */
  private goOn(cut: CutToken, chunk: Buffer): number {
    const end = cut.isString ? endOfString(chunk, cut.isEscaped ? 1 : 0) : endOfKind(chunk, 0, WORD);
    if (end < 0 || (!cut.isString && end === chunk.length)) {
      cut.isEscaped = end === CUT_ESCAPED;
      carry(cut, chunk);
      return chunk.length;
    }
    this.endCut(cut, chunk.subarray(0, end));
    return end;
  }

  private endCut(cut: CutToken, rest: Buffer): void {
    const isKept = cut.size + rest.length <= MAX_TOKEN;
    const bytes = isKept ? Buffer.concat([...cut.parts, rest]) : NOTHING;
    if (!cut.isString) {
      requireWord(bytes, 0, bytes.length);
    }
    if (cut.isWanted) {
      this.report(bytes, 0, bytes.length, cut.at);
    }
    this.cut = null;
  }

  private report(bytes: Buffer, from: number, end: number, at: number): void {
    if (this.grammar.isName) {
      this.events.key(this.nameIn(bytes, from, end));
    } else {
      this.events.scalar(bytes, from, end - from > MAX_TOKEN ? from : end, at);
    }
  }

  private nameIn(bytes: Buffer, from: number, end: number): string {
    const known = this.events.names.find(bytes, from, end);
    if (known !== undefined || !hasByte(bytes, BACKSLASH, from, end)) {
      return known ?? '';
    }
    return parsedName(textIn(bytes, from, end));
  }
}

/** Keeps what a chunk holds of a token that goes on. */
function carry(cut: CutToken, bytes: Buffer): void {
  cut.size += bytes.length;
  if ((cut.isWanted || !cut.isString) && cut.size <= MAX_TOKEN) {
    // Copied, as a part of a chunk would keep all of it.
    cut.parts.push(Buffer.from(bytes));
  }
}

/** Empty when it is too long. */
const textIn = (bytes: Buffer, from: number, end: number): string =>
  end - from > MAX_TOKEN ? '' : bytes.toString('utf8', from, end);

/** A name with escaped characters; empty when it is too long. @throws JsonScanError */
function parsedName(raw: string): string {
  try {
    return raw === '' ? '' : (JSON.parse(raw) as string);
  } catch {
    throw new JsonScanError('A name is no JSON');
  }
}

import { isFrequentWord } from './json-bytes.js';
import type { JsonEvents } from './json-events.js';
import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  endOfString,
  endOfWord,
  JsonScanError,
  KINDS,
  MARK,
  MAX_TOKEN,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  SPACE,
  WORD,
} from './json-tokens.js';

const MAX_DEPTH = 200;

/** What may come next; `member` and `item` = the bracket may be closed instead. */
type Expected = 'value' | 'member' | 'item' | 'name' | 'colon' | 'comma' | 'nothing';

/**
 * Reads JSON as it arrives and keeps nothing of it but the token at hand. It checks structure, words and numbers; of
 * strings only that they end and hold no control characters.
 */
export class JsonScanner {
  private expected: Expected = 'value';
  private readonly brackets: number[] = [];
  private token: 'string' | 'word' | null = null;
  private tokenAt = 0;
  private isName = false;
  private isWanted = false;
  private escaped = false;
  /** What earlier chunks hold of the token. */
  private carried: Buffer[] = [];
  private offset = 0;

  constructor(private readonly events: JsonEvents) {}

  /** @throws JsonScanError */
  feed(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) {
      if (this.token === 'string') {
        at = this.readString(chunk, at);
      } else if (this.token === 'word') {
        at = this.readWord(chunk, at);
      } else {
        at = this.readStructure(chunk, this.skip(chunk, at));
      }
    }
    this.carry(chunk);
    this.offset += chunk.length;
  }

  /** @throws JsonScanError when the text is cut off */
  finish(): void {
    if (this.token === 'word') {
      this.endWord(Buffer.alloc(0), 0);
    }
    if (this.expected !== 'nothing') {
      throw new JsonScanError('The text is cut off');
    }
  }

  /**
   * Checks what is deeper than of interest, which is nearly all of a long text, as far as its tokens are whole in the chunk.
   * @returns where it stopped
   */
  private skip(chunk: Buffer, from: number): number {
    let at = from;
    while (at < chunk.length && this.brackets.length > this.events.depth) {
      const byte = chunk[at] ?? 0;
      const kind = KINDS[byte];
      if (kind === SPACE) {
        at++;
      } else if (kind === MARK) {
        this.take(byte, this.offset + at);
        at++;
      } else {
        const end = byte === QUOTE ? endOfString(chunk, at + 1) : endOfWord(chunk, at);
        if (end === null) {
          return at;
        }
        this.passToken(byte);
        at = end;
      }
    }
    return at;
  }

  /** Of a string or a word that is whole. @param first its first byte */
  private passToken(first: number): void {
    const isName = this.expected === 'member' || this.expected === 'name';
    if (isName && first !== QUOTE) {
      throw new JsonScanError('A member has no name');
    }
    if (!isName) {
      this.require('value', 'item');
    }
    this.expected = isName ? 'colon' : 'comma';
  }

  private readStructure(chunk: Buffer, from: number): number {
    let at = from;
    while (at < chunk.length && KINDS[chunk[at] ?? 0] === SPACE) {
      at++;
    }
    const byte = chunk[at];
    if (byte !== undefined) {
      this.take(byte, this.offset + at);
    }
    // A word has begun with this byte, which belongs to it.
    return this.token === 'word' ? at : at + 1;
  }

  private take(byte: number, at: number): void {
    if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      this.close(byte, at);
    } else if (byte === COMMA || byte === COLON) {
      this.separate(byte);
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      this.require('value', 'item');
      this.open(byte, at);
    } else {
      this.begin(byte, at);
    }
  }

  private open(byte: number, at: number): void {
    if (this.brackets.push(byte) > MAX_DEPTH) {
      throw new JsonScanError('The text is nested too deep');
    }
    this.expected = byte === OPEN_OBJECT ? 'member' : 'item';
    if (this.brackets.length <= this.events.depth) {
      this.events.open(at);
    }
  }

  private close(byte: number, at: number): void {
    this.require('comma', byte === CLOSE_OBJECT ? 'member' : 'item');
    if (this.brackets.pop() !== (byte === CLOSE_OBJECT ? OPEN_OBJECT : OPEN_LIST)) {
      throw new JsonScanError('A bracket does not fit');
    }
    this.endValue();
    if (this.brackets.length < this.events.depth) {
      this.events.close(at + 1);
    }
  }

  private separate(byte: number): void {
    const expected = byte === COMMA ? 'comma' : 'colon';
    this.require(expected, expected);
    const inObject = this.brackets.at(-1) === OPEN_OBJECT;
    this.expected = byte === COMMA && inObject ? 'name' : 'value';
  }

  private begin(byte: number, at: number): void {
    this.isName = this.expected === 'member' || this.expected === 'name';
    if (this.isName && byte !== QUOTE) {
      throw new JsonScanError('A member has no name');
    }
    if (!this.isName) {
      this.require('value', 'item');
    }
    this.token = byte === QUOTE ? 'string' : 'word';
    this.tokenAt = at;
    this.isWanted = this.brackets.length <= this.events.depth && this.events.wants(this.isName);
  }

  private readString(chunk: Buffer, from: number): number {
    let at = from;
    if (this.escaped) {
      this.escaped = false;
      at++;
    }
    for (; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte === QUOTE) {
        this.endString(chunk, at + 1);
        return at + 1;
      }
      if (byte === BACKSLASH) {
        at++;
        this.escaped = at >= chunk.length;
      } else if (byte < 0x20) {
        throw new JsonScanError('A string holds a control character');
      }
    }
    return chunk.length;
  }

  private readWord(chunk: Buffer, from: number): number {
    let at = from;
    while (at < chunk.length && KINDS[chunk[at] ?? 0] === 0) {
      at++;
    }
    if (this.offset + at - this.tokenAt > MAX_TOKEN) {
      throw new JsonScanError('A number is too long');
    }
    if (at < chunk.length) {
      this.endWord(chunk, at);
    }
    return at;
  }

  /** Keeps what the chunk holds of a token that goes on in the next one. */
  private carry(chunk: Buffer): void {
    const isNeeded = this.token === 'word' || (this.token === 'string' && this.isWanted);
    if (isNeeded && this.offset + chunk.length - this.tokenAt <= MAX_TOKEN) {
      // Copied, as a part of a chunk would keep all of it.
      this.carried.push(Buffer.from(chunk.subarray(Math.max(0, this.tokenAt - this.offset))));
    }
  }

  /** The text of the token that ends in the chunk before `end`; empty when it is too long. */
  private textBefore(chunk: Buffer, end: number): string {
    if (this.offset + end - this.tokenAt > MAX_TOKEN) {
      return '';
    }
    return this.carried.length === 0
      ? chunk.toString('utf8', this.tokenAt - this.offset, end)
      : Buffer.concat([...this.carried, chunk.subarray(0, end)]).toString();
  }

  private endString(chunk: Buffer, end: number): void {
    if (this.isName) {
      this.expected = 'colon';
    } else {
      this.endValue();
    }
    if (this.isWanted && this.isName) {
      this.events.key(this.nameBefore(chunk, end));
    } else if (this.isWanted) {
      this.events.scalar(this.textBefore(chunk, end), this.tokenAt);
    }
    this.endToken();
  }

  private nameBefore(chunk: Buffer, end: number): string {
    if (this.carried.length === 0) {
      const from = this.tokenAt - this.offset;
      const known = this.events.names.find(chunk, from, end);
      if (known !== undefined || !chunk.subarray(from, end).includes(BACKSLASH)) {
        return known ?? '';
      }
    }
    return textOf(this.textBefore(chunk, end));
  }

  private endWord(chunk: Buffer, end: number): void {
    const isFrequent = this.carried.length === 0 && isFrequentWord(chunk, this.tokenAt - this.offset, end);
    const raw = isFrequent && !this.isWanted ? '' : this.textBefore(chunk, end);
    if (!isFrequent && !WORD.test(raw)) {
      throw new JsonScanError('A word is no JSON');
    }
    this.endValue();
    if (this.isWanted) {
      this.events.scalar(raw, this.tokenAt);
    }
    this.endToken();
  }

  private endToken(): void {
    this.token = null;
    if (this.carried.length > 0) {
      this.carried = [];
    }
  }

  private endValue(): void {
    this.expected = this.brackets.length === 0 ? 'nothing' : 'comma';
  }

  private require(one: Expected, other: Expected): void {
    if (this.expected !== one && this.expected !== other) {
      throw new JsonScanError('The text is no JSON');
    }
  }
}

/** Empty when the token is too long. @throws JsonScanError */
function textOf(raw: string): string {
  if (!raw.includes('\\')) {
    return raw.slice(1, -1);
  }
  try {
    return JSON.parse(raw) as string;
  } catch {
    throw new JsonScanError('A name is no JSON');
  }
}

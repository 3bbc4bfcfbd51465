import { isFrequentWord, type KnownNames } from './json-bytes.js';

/**
 * What a {@link JsonScanner} finds down to a depth, in the order of the text. Places are bytes from the beginning of the
 * text.
 */
export interface JsonEvents {
  /** Depth of the innermost objects and lists that are of interest; what is inside of the whole text has depth 1. */
  depth: number;
  /** Whether the member name or value that begins now is of interest. */
  wants: (isName: boolean) => boolean;
  open: (at: number) => void;
  /** @param end behind the bracket */
  close: (end: number) => void;
  /** Names that count; any other may reach `key` as `''`. */
  names: KnownNames;
  key: (name: string) => void;
  /** @param raw the JSON of a value that is no object or list; empty when it is longer than 1 KiB */
  scalar: (raw: string, at: number) => void;
}

/** The text is no JSON. */
export class JsonScanError extends Error {
  override readonly name = 'JsonScanError';
}

const MAX_TOKEN = 1_024;
const MAX_DEPTH = 200;
const WORD = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];
const SPACE = 1;
const AFTER_WORD = 2;
/** What each byte does at the end of a word; 0 = it belongs to it. */
const ENDS = new Uint8Array(256);
[0x20, 0x0a, 0x0d, 0x09].forEach((byte) => (ENDS[byte] = SPACE));
[COMMA, CLOSE_OBJECT, CLOSE_LIST].forEach((byte) => (ENDS[byte] = AFTER_WORD));

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
        at = this.readStructure(chunk, at);
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

  private readStructure(chunk: Buffer, from: number): number {
    let at = from;
    while (at < chunk.length && ENDS[chunk[at] ?? 0] === SPACE) {
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
    while (at < chunk.length && ENDS[chunk[at] ?? 0] === 0) {
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

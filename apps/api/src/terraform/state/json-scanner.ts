/** What a {@link JsonScanner} finds, in the order of the text. Places are bytes from the beginning of the text. */
export interface JsonEvents {
  /** Whether the text of the member name or value that begins now is needed; otherwise it comes empty. */
  wants: () => boolean;
  open: (at: number) => void;
  /** @param end behind the bracket */
  close: (end: number) => void;
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
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const endsWord = (byte: number): boolean =>
  isSpace(byte) || byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_LIST;

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
  private escaped = false;
  private kept: Buffer[] | null = null;
  private length = 0;
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
    this.offset += chunk.length;
  }

  /** @throws JsonScanError when the text is cut off */
  finish(): void {
    if (this.token === 'word') {
      this.endWord();
    }
    if (this.expected !== 'nothing') {
      throw new JsonScanError('The text is cut off');
    }
  }

  private readStructure(chunk: Buffer, from: number): number {
    let at = from;
    while (at < chunk.length && isSpace(chunk[at] ?? 0)) {
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
    this.events.open(at);
  }

  private close(byte: number, at: number): void {
    this.require('comma', byte === CLOSE_OBJECT ? 'member' : 'item');
    if (this.brackets.pop() !== (byte === CLOSE_OBJECT ? OPEN_OBJECT : OPEN_LIST)) {
      throw new JsonScanError('A bracket does not fit');
    }
    this.endValue();
    this.events.close(at + 1);
  }

  private separate(byte: number): void {
    this.require(byte === COMMA ? 'comma' : 'colon');
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
    this.length = byte === QUOTE ? 1 : 0;
    this.kept = this.token === 'word' || this.events.wants() ? (byte === QUOTE ? [Buffer.from('"')] : []) : null;
  }

  private readString(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (this.escaped) {
        this.escaped = false;
      } else if (byte === BACKSLASH) {
        this.escaped = true;
      } else if (byte === QUOTE) {
        this.keep(chunk, from, at + 1);
        this.endString();
        return at + 1;
      } else if (byte < 0x20) {
        throw new JsonScanError('A string holds a control character');
      }
    }
    this.keep(chunk, from, chunk.length);
    return chunk.length;
  }

  private readWord(chunk: Buffer, from: number): number {
    let at = from;
    while (at < chunk.length && !endsWord(chunk[at] ?? 0)) {
      at++;
    }
    this.keep(chunk, from, at);
    if (this.kept === null) {
      throw new JsonScanError('A number is too long');
    }
    if (at < chunk.length) {
      this.endWord();
    }
    return at;
  }

  private keep(chunk: Buffer, from: number, to: number): void {
    this.length += to - from;
    if (this.length > MAX_TOKEN) {
      this.kept = null;
    }
    // Copied, as a part of a chunk would keep all of it.
    this.kept?.push(Buffer.from(chunk.subarray(from, to)));
  }

  private endString(): void {
    const raw = this.kept ? Buffer.concat(this.kept).toString() : '';
    this.token = null;
    if (this.isName) {
      this.expected = 'colon';
      this.events.key(raw === '' ? '' : textOf(raw));
      return;
    }
    this.endValue();
    this.events.scalar(raw, this.tokenAt);
  }

  private endWord(): void {
    const raw = Buffer.concat(this.kept ?? []).toString();
    if (!WORD.test(raw)) {
      throw new JsonScanError('A word is no JSON');
    }
    this.token = null;
    this.endValue();
    this.events.scalar(raw, this.tokenAt);
  }

  private endValue(): void {
    this.expected = this.brackets.length === 0 ? 'nothing' : 'comma';
  }

  private require(...states: Expected[]): void {
    if (!states.includes(this.expected)) {
      throw new JsonScanError('The text is no JSON');
    }
  }
}

/** @throws JsonScanError */
function textOf(raw: string): string {
  try {
    return JSON.parse(raw) as string;
  } catch {
    throw new JsonScanError('A name is no JSON');
  }
}

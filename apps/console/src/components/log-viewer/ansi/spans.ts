import { applySgr, MASK, PLAIN_SGR, type SgrStyle, withVisibleDirections } from '@switchyard/contracts';
import type { Span } from './span.js';
import { lineKind, type LineMask, type LogLine } from '../types.js';

/** `length` counts the visible characters, `columns` the cells they take (wide characters take two). */
export interface ParsedLine {
  readonly spans: readonly Span[];
  readonly text: string;
  readonly columns: number;
}

const ESC = 0x1b;
const BEL = 0x07;
const ST = 0x9c;
const controls = /(?!\t)\p{Cc}/gu;
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/gu;
/** Introduces a hyperlink: parameters, which count for nothing here, and its address; without an address it ends one. */
const hyperlink = /^8;[^;]*;/;
const MAX_LINK = 2_083;
const none: readonly never[] = [];
const cache = new WeakMap<LogLine, ParsedLine>();

/** Spans that are drawn of a line, computed once for each line in memory. Only tool output may colour itself. */
export function parsedLine(line: LogLine): ParsedLine {
  const known = cache.get(line);
  if (known) {
    return known;
  }
  const { spans } = parseSpans(line.text, line.kind === lineKind.tool ? line.sgr : PLAIN_SGR, line.masks);
  const text = spans.map((span) => span.text).join('');
  const parsed = { spans, text, columns: text.length + (text.match(wide)?.length ?? 0) };
  cache.set(line, parsed);
  return parsed;
}

/**
 * Spans of one raw line. A carriage return that is not at the end overwrites what stood before it. SGR sequences set the style;
 * every other control sequence (CSI, OSC with its string, DCS, APC) and control character is left out, the text around it stays.
 * The placeholder of a secret is a span of its own.
 */
export function parseSpans(
  raw: string,
  from: SgrStyle,
  masks: readonly LineMask[] = none,
): { spans: Span[]; state: SgrStyle } {
  const scan = new LineScan(raw.replace(/\r+$/, ''), from, masks);
  scan.run();
  return { spans: scan.spans, state: scan.state };
}

/** Colour state after a line. */
export function carryOver(raw: string, from: SgrStyle): SgrStyle {
  return raw.includes('\x1b') ? parseSpans(raw, from).state : from;
}

class LineScan {
  spans: Span[] = [];
  #at = 0;
  #unterminated = false;
  #link: string | undefined;
  #mask = 0;

  constructor(
    private readonly raw: string,
    public state: SgrStyle,
    private readonly masks: readonly LineMask[],
  ) {}

  run(): void {
    while (this.#at < this.raw.length) {
      const next = this.#nextStop();
      this.#pushMasked(next);
      this.#push(this.raw.slice(this.#at, next));
      this.#at = next;
      if (this.raw.charCodeAt(next) === ESC) {
        this.#escape();
      } else if (next < this.raw.length) {
        this.#overwrite();
      }
    }
  }

  #nextStop(): number {
    for (let i = this.#at; i < this.raw.length; i += 1) {
      const code = this.raw.charCodeAt(i);
      if (code === ESC || code === 0x0d) {
        return i;
      }
    }
    return this.raw.length;
  }

  /** Up to the last secret before the next stop; no stars of ours hold a control character. */
  #pushMasked(stop: number): void {
    for (let mask = this.masks[this.#mask]; mask && mask.column < stop; mask = this.masks[(this.#mask += 1)]) {
      if (mask.column >= this.#at) {
        this.#push(this.raw.slice(this.#at, mask.column));
        this.#push(MASK, mask);
        this.#at = mask.column + MASK.length;
      }
    }
  }

  #push(piece: string, masked?: LineMask): void {
    const text = withVisibleDirections(piece.replace(controls, ''));
    if (text !== '') {
      const link = this.#link === undefined ? {} : { link: this.#link };
      this.spans.push({ text, ...this.state, ...link, ...(masked && { masked }) });
    }
  }

  #overwrite(): void {
    this.spans = [];
    this.#at += 1;
  }

  #escape(): void {
    const kind = this.raw[this.#at + 1] ?? '';
    if (kind === '[') {
      this.#controlSequence();
    } else if (']PX^_'.includes(kind) && kind !== '') {
      this.#controlString();
    } else {
      this.#at = this.#skip(this.#at + 1, 0x20, 0x2f) + 1;
    }
  }

  /** ECMA-48 5.4: parameter bytes, intermediate bytes, one final byte. A broken one ends where it breaks. */
  #controlSequence(): void {
    const begin = this.#at + 2;
    const params = this.#skip(begin, 0x30, 0x3f);
    const end = this.#skip(params, 0x20, 0x2f);
    const final = this.raw.charCodeAt(end);
    if (final === 0x6d && end === params && !/[<-?]/.test(this.raw.slice(begin, params))) {
      this.state = applySgr(this.state, this.raw.slice(begin, params));
    }
    this.#at = final >= 0x40 && final <= 0x7e ? end + 1 : end;
  }

  /** Without an end only the introducer goes: a tool must not be able to hide the rest of its line. */
  #controlString(): void {
    const begin = this.#at + 2;
    this.#at = begin;
    for (let i = begin; !this.#unterminated && i < this.raw.length; i += 1) {
      const code = this.raw.charCodeAt(i);
      const ends = code === BEL || code === ST || (code === ESC && this.raw[i + 1] === '\\');
      if (!ends) {
        continue;
      }
      this.#at = code === ESC ? i + 2 : i + 1;
      this.#follow(this.raw.slice(begin - 1, i));
      return;
    }
    this.#unterminated = true;
  }

  /** @param text of the control string, behind its escape character */
  #follow(text: string): void {
    const address = text.startsWith(']') ? text.slice(1) : '';
    const parameters = hyperlink.exec(address)?.[0];
    if (parameters !== undefined) {
      this.#link = safeLink(address.slice(parameters.length));
    }
  }

  #skip(from: number, low: number, high: number): number {
    let at = from;
    while (this.raw.charCodeAt(at) >= low && this.raw.charCodeAt(at) <= high) {
      at += 1;
    }
    return at;
  }
}

/** The address as a browser reads it, where it may be offered to a reader; undefined for any other. */
function safeLink(address: string): string | undefined {
  const url = address.length <= MAX_LINK ? URL.parse(address) : null;
  const isPlain = url !== null && url.username === '' && url.password === '';
  return isPlain && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined;
}

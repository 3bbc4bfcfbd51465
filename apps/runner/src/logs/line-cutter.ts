import { MAX_CHUNK_BYTES, MAX_LINE_BYTES } from '@switchyard/contracts';
import type { Mark, SecretMasker } from '@switchyard/masking';
import { joined, type Marked, MASK_BYTES, NO_MARKS, part } from './marked.js';
import { characterBoundary, validUtf8 } from './utf8.js';

const NEWLINE = 10;
const LINE_END = Buffer.from('\n');
const EMPTY = Buffer.alloc(0);
/** Bytes of a line without its end. */
const MAX_LINE_TEXT = MAX_LINE_BYTES - 1;
const NOTHING: Marked = { bytes: EMPTY, marks: NO_MARKS };

/** Receives whole lines, each ended by `\n`: masked, UTF-8, at most {@link MAX_CHUNK_BYTES} in a block. */
export type LineSink = (block: Buffer, lines: number, marks: readonly Mark[]) => void;

/**
 * Turns the bytes of a tool into masked blocks of whole lines. Works on blocks, never line by line, unless a line is
 * too long. An unfinished last line is kept until its end arrives; one that grows past {@link MAX_LINE_BYTES} goes out
 * in pieces, each a line of its own.
 */
export class LineCutter {
  /** Unfinished last line, not masked yet. */
  private tail: Buffer = EMPTY;
  /** Bytes of `tail` that belong to a secret whose replacement is out already. */
  private covered = 0;
  /** Masked beginning of a long unfinished line. */
  private open = NOTHING;

  constructor(
    private readonly masker: SecretMasker,
    private readonly sink: LineSink,
  ) {}

  push(bytes: Buffer): void {
    const last = bytes.lastIndexOf(NEWLINE);
    if (last === -1) {
      this.hold(bytes);
      return;
    }
    this.finishLines(bytes.subarray(0, last + 1));
    this.hold(bytes.subarray(last + 1));
  }

  /** Whether the last line has no end yet. */
  get isOpen(): boolean {
    return this.tail.length > 0 || this.open.bytes.length > 0;
  }

  /** Returns the part of the unfinished last line that may be shown: masked, without what may be the beginning of a secret. */
  openLine(): Buffer {
    return Buffer.concat([this.open.bytes, this.masker.maskOpen(this.tail, this.covered)]);
  }

  /** Ends an unfinished line. */
  end(): void {
    if (this.isOpen) {
      this.finishLines(LINE_END);
    }
  }

  /** Ends an unfinished line unless that could cut a secret in two; then it stays unfinished. */
  endIfSafe(): void {
    if (!this.masker.mayContinue(this.tail)) {
      this.end();
    }
  }

  private finishLines(bytes: Buffer): void {
    const whole = this.tail.length > 0 ? Buffer.concat([this.tail, bytes]) : bytes;
    const { masked, marks } = this.masker.maskWhole(whole, this.covered);
    const lines = joined(this.open, { bytes: masked, marks });
    this.tail = EMPTY;
    this.covered = 0;
    this.open = NOTHING;
    this.emit(validUtf8(lines));
  }

  private hold(bytes: Buffer): void {
    if (bytes.length === 0) {
      return;
    }
    this.tail = this.tail.length > 0 ? Buffer.concat([this.tail, bytes]) : Buffer.from(bytes);
    if (this.tail.length < MAX_LINE_BYTES) {
      return;
    }
    const { masked, marks, rest, covered } = this.masker.maskPart(this.tail, this.covered);
    this.tail = Buffer.from(rest);
    this.covered = covered;
    this.open = joined(this.open, { bytes: masked, marks });
    this.emitOpen();
  }

  private emitOpen(): void {
    while (this.open.bytes.length > MAX_LINE_TEXT) {
      const at = characterBoundary(this.open.bytes, MAX_LINE_TEXT);
      const line = joined(part(this.open, 0, at), { bytes: LINE_END, marks: NO_MARKS });
      this.emit(validUtf8(line));
      this.open = part(this.open, at, this.open.bytes.length);
    }
  }

  private emit(block: Marked): void {
    const lines = block.bytes.length <= MAX_CHUNK_BYTES ? countLines(block.bytes) : -1;
    if (lines >= 0) {
      this.sink(block.bytes, lines, block.marks);
      return;
    }
    for (const { bytes, marks } of cutBlock(block)) {
      this.sink(bytes, countLines(bytes), marks);
    }
  }
}

/** Newlines in `block`, or -1 when a line is longer than {@link MAX_LINE_BYTES}. */
function countLines(block: Buffer): number {
  let lines = 0;
  let start = 0;
  for (let at = block.indexOf(NEWLINE); at !== -1; at = block.indexOf(NEWLINE, start)) {
    if (at - start > MAX_LINE_TEXT) {
      return -1;
    }
    lines++;
    start = at + 1;
  }
  return lines;
}

/** The block again, long lines cut into pieces, in blocks of allowed size. */
function* cutBlock({ bytes, marks }: Marked): Generator<Marked> {
  let parts: Buffer[] = [];
  let moved: Mark[] = [];
  let size = 0;
  let next = 0;
  for (const [from, to] of cutLines(bytes)) {
    if (size + to - from + 1 > MAX_CHUNK_BYTES) {
      yield { bytes: Buffer.concat(parts), marks: moved };
      [parts, moved, size] = [[], [], 0];
    }
    for (let mark = marks[next]; mark && mark.at < to; mark = marks[++next]) {
      if (mark.at + MASK_BYTES <= to) {
        moved.push({ at: size + mark.at - from, secret: mark.secret });
      }
    }
    parts.push(bytes.subarray(from, to), LINE_END);
    size += to - from + 1;
  }
  yield { bytes: Buffer.concat(parts), marks: moved };
}

/** Where each piece begins and ends, without its line end. */
function* cutLines(block: Buffer): Generator<[from: number, to: number]> {
  for (let start = 0; start < block.length;) {
    const end = block.indexOf(NEWLINE, start);
    while (end - start > MAX_LINE_TEXT) {
      const at = characterBoundary(block, start + MAX_LINE_TEXT);
      yield [start, at];
      start = at;
    }
    yield [start, end];
    start = end + 1;
  }
}

import { MAX_CHUNK_BYTES, MAX_LINE_BYTES } from '@switchyard/contracts';
import type { SecretMasker } from '@switchyard/masking';
import { characterBoundary, validUtf8 } from './utf8.js';

const NEWLINE = 10;
const LINE_END = Buffer.from('\n');
const EMPTY = Buffer.alloc(0);
/** Bytes of a line without its end. */
const MAX_LINE_TEXT = MAX_LINE_BYTES - 1;

/** Receives whole lines, each ended by `\n`: masked, UTF-8, at most {@link MAX_CHUNK_BYTES} in a block. */
export type LineSink = (block: Buffer, lines: number) => void;

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
  private open: Buffer = EMPTY;

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
    return this.tail.length > 0 || this.open.length > 0;
  }

  /** What may be shown of the unfinished last line: masked, without what may be the beginning of a secret. */
  openLine(): Buffer {
    return Buffer.concat([this.open, this.masker.maskOpen(this.tail, this.covered)]);
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
    const masked = this.masker.mask(whole, this.covered);
    const lines = this.open.length > 0 ? Buffer.concat([this.open, masked]) : masked;
    this.tail = EMPTY;
    this.covered = 0;
    this.open = EMPTY;
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
    const { masked, rest, covered } = this.masker.maskPart(this.tail, this.covered);
    this.tail = Buffer.from(rest);
    this.covered = covered;
    this.open = Buffer.concat([this.open, masked]);
    this.emitOpen();
  }

  private emitOpen(): void {
    while (this.open.length > MAX_LINE_TEXT) {
      const at = characterBoundary(this.open, MAX_LINE_TEXT);
      this.emit(validUtf8(Buffer.concat([this.open.subarray(0, at), LINE_END])));
      this.open = this.open.subarray(at);
    }
  }

  private emit(block: Buffer): void {
    const lines = block.length <= MAX_CHUNK_BYTES ? countLines(block) : -1;
    if (lines >= 0) {
      this.sink(block, lines);
      return;
    }
    for (const part of cutBlock(block)) {
      this.sink(part, countLines(part));
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
function* cutBlock(block: Buffer): Generator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  for (const piece of cutLines(block)) {
    if (size + piece.length + 1 > MAX_CHUNK_BYTES) {
      yield Buffer.concat(parts);
      parts = [];
      size = 0;
    }
    parts.push(piece, LINE_END);
    size += piece.length + 1;
  }
  yield Buffer.concat(parts);
}

function* cutLines(block: Buffer): Generator<Buffer> {
  for (let start = 0; start < block.length;) {
    const end = block.indexOf(NEWLINE, start);
    while (end - start > MAX_LINE_TEXT) {
      const at = characterBoundary(block, start + MAX_LINE_TEXT);
      yield block.subarray(start, at);
      start = at;
    }
    yield block.subarray(start, end);
    start = end + 1;
  }
}

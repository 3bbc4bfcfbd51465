import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { type LogLineKind, MAX_CHUNK_BYTES } from '@switchyard/contracts';
import type { Mark } from '@switchyard/masking';
import { ActiveColours } from './active-colours.js';
import { readAll, writeAll } from './file-bytes.js';
import { encodeSameTime, timesFrom } from './line-times.js';
import { LinesAhead } from './lines-ahead.js';
import { MarkFile } from './mark-file.js';
import { NO_MARKS } from './marked.js';
import { type PackedBody, packBody } from './packed-body.js';

/** Where a run of lines lies in the spool files. */
interface Segment {
  kind: LogLineKind;
  first: number;
  lines: number;
  at: number;
  bytes: number;
  timesAt: number;
  timesBytes: number;
  /** Number of its first mark, and how many there are. */
  marksAt: number;
  marks: number;
  /** Time of the line before the first, epoch milliseconds. */
  base: number;
  /** Colour state before the first line. */
  sgr: string;
  /** CRC-32 of the lines; `null` when segments that had arrived were joined. */
  checksum: number | null;
}

/** Lines ready to be sent, of one kind. */
export interface SpooledChunk extends PackedBody {
  kind: LogLineKind;
  first: number;
  lines: number;
  t0: number;
  times: Buffer;
  sgr: string;
  /** Where secrets were in the lines. */
  marks: readonly Mark[];
}

const NEWLINE = 10;

/**
 * The log of one attempt on disk, from its first line until the attempt is over. Lines are written before they may be
 * sent; a cursor names the next line the control plane expects. In memory are an index of segments of up to
 * {@link MAX_CHUNK_BYTES} and {@link LinesAhead}, so it stays small however long the control plane is away. The files do
 * not outlive the process: a new one starts no old attempt again, and removes them.
 */
export class Spool {
  private readonly segments: Segment[] = [];
  private readonly ahead = new LinesAhead<Segment>();
  private readonly colours = new ActiveColours();
  private readonly bodyFile: number;
  private readonly timesFile: number;
  private readonly markFile: MarkFile;
  private totalLines = 0;
  private totalBytes = 0;
  private totalTimesBytes = 0;
  private lastTime = 0;
  /** True when new lines may join the last segment. */
  private growing = false;
  private cursorLine = 0;
  /** Index of the segment that holds the cursor. */
  private cursorSegment = 0;

  /** @param dir directory of this spool; it is created, private to the user */
  constructor(private readonly dir: string) {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    this.bodyFile = openSync(path.join(dir, 'lines'), 'w+', 0o600);
    this.timesFile = openSync(path.join(dir, 'times'), 'w+', 0o600);
    this.markFile = new MarkFile(path.join(dir, 'marks'));
  }

  /** Lines written so far. */
  get lines(): number {
    return this.totalLines;
  }

  /** Bytes written so far, line ends included. */
  get bytes(): number {
    return this.totalBytes;
  }

  /** Number of the next line to send. */
  get cursor(): number {
    return this.cursorLine;
  }

  /** Bytes from the cursor's segment on. */
  get waitingBytes(): number {
    const segment = this.segments[this.cursorSegment];
    return segment && this.cursorLine < this.totalLines ? this.totalBytes - segment.at : 0;
  }

  /** Bytes of lines in memory. */
  get heldBytes(): number {
    return this.ahead.bytes;
  }

  /**
   * Writes whole lines.
   * @param block at most {@link MAX_CHUNK_BYTES}, each line ended by `\n`
   * @param timeMs epoch milliseconds at which they arrived
   * @param marks where secrets were in the block
   * @throws Error when the disk refuses; the spool is then as it was before
   */
  append(kind: LogLineKind, block: Buffer, lines: number, timeMs: number, marks: readonly Mark[] = NO_MARKS): void {
    const time = Math.max(Math.round(timeMs), this.lastTime);
    const times = encodeSameTime(this.totalLines === 0 ? 0 : time - this.lastTime, lines);
    writeAll(this.bodyFile, block, this.totalBytes);
    writeAll(this.timesFile, times, this.totalTimesBytes);
    const { count } = this.markFile;
    this.markFile.append(marks, this.totalBytes);
    const segment = this.segmentFor({ kind, bytes: block.length, time, marksAt: count });
    segment.marks = this.markFile.count - segment.marksAt;
    segment.lines += lines;
    segment.bytes += block.length;
    segment.checksum = segment.checksum === null ? null : crc32(block, segment.checksum);
    segment.timesBytes += times.length;
    this.ahead.append(block, times);
    this.totalLines += lines;
    this.totalBytes += block.length;
    this.totalTimesBytes += times.length;
    this.lastTime = time;
    if (kind === 0) {
      this.colours.advance(block);
    }
  }

  /** Colours of the tool end here, as between two phases. */
  resetColours(): void {
    this.colours.reset();
    this.growing = false;
  }

  /**
   * Next lines to send, or `null` when all have arrived. Lines written later are not part of it.
   * @throws Error when the files do not hold what was written to them
   */
  next(): SpooledChunk | null {
    const segment = this.segments[this.cursorSegment];
    if (!segment || this.cursorLine >= this.totalLines) {
      return null;
    }
    this.growing = this.growing && this.cursorSegment < this.segments.length - 1;
    return this.chunkOf(segment, this.cursorLine - segment.first);
  }

  /**
   * The chunk so many places behind the next one; `null` when it still grows. It stays packed until it has arrived.
   * @throws as {@link next}
   */
  following(place: number): SpooledChunk | null {
    const index = this.cursorSegment + place;
    const segment = index < this.segments.length - 1 ? this.segments[index] : undefined;
    return segment ? this.chunkOf(segment, 0) : null;
  }

  /**
   * Moves the cursor to the line the control plane expects, forwards or backwards.
   * @throws RangeError when that line cannot exist yet
   */
  moveTo(line: number): void {
    if (line < 0 || line > this.totalLines) {
      throw new RangeError(`line ${line} was never written, there are ${this.totalLines}`);
    }
    this.cursorLine = line;
    while (this.cursorSegment > 0 && (this.segments[this.cursorSegment]?.first ?? Infinity) > line) {
      this.cursorSegment--;
    }
    for (let next = this.segments[this.cursorSegment]; next && next.first + next.lines <= line;) {
      this.ahead.release(next);
      if (!this.mergeIntoPrevious(next)) {
        this.cursorSegment++;
      }
      next = this.segments[this.cursorSegment];
    }
  }

  /** Closes and removes the files. */
  remove(): void {
    closeSync(this.bodyFile);
    closeSync(this.timesFile);
    this.markFile.close();
    rmSync(this.dir, { recursive: true, force: true });
  }

  /** The lines of a segment behind the first `skip`. */
  private chunkOf(segment: Segment, skip: number): SpooledChunk {
    const { kind, first, lines, sgr, marksAt, marks, at, base } = segment;
    if (skip > 0) {
      return this.endOf(segment, skip);
    }
    const { times, ...body } = this.ahead.take(segment) ?? this.ahead.keep(segment, this.readBack(segment));
    return {
      kind,
      first,
      lines,
      sgr,
      ...timesFrom(base, times, 0),
      ...body,
      marks: this.markFile.read(marksAt, marks, at),
    };
  }

  private endOf(segment: Segment, skip: number): SpooledChunk {
    const { kind, first, lines, marksAt, marks, at, base } = segment;
    const { body, times } = this.readBack(segment);
    const start = offsetOfLine(body, skip);
    return {
      kind,
      first: first + skip,
      lines: lines - skip,
      ...timesFrom(base, times, skip),
      ...packBody(body.subarray(start)),
      sgr: coloursAfter(segment.sgr, body.subarray(0, start)),
      marks: this.markFile.read(marksAt, marks, at + start),
    };
  }

  /** The lines of a segment as the files hold them. */
  private readBack({ at, bytes, checksum, timesAt, timesBytes }: Segment): { body: Buffer; times: Buffer } {
    const body = readAll(this.bodyFile, at, bytes);
    if (checksum !== null && crc32(body) !== checksum) {
      throw new Error('the spool file holds other bytes than were written to it');
    }
    return { body, times: readAll(this.timesFile, timesAt, timesBytes) };
  }

  private segmentFor({
    kind,
    bytes,
    time,
    marksAt,
  }: Pick<Segment, 'kind' | 'bytes' | 'marksAt'> & { time: number }): Segment {
    const last = this.segments.at(-1);
    if (last && this.growing && last.kind === kind && last.bytes + bytes <= MAX_CHUNK_BYTES) {
      return last;
    }
    const segment: Segment = {
      kind,
      first: this.totalLines,
      lines: 0,
      at: this.totalBytes,
      bytes: 0,
      timesAt: this.totalTimesBytes,
      timesBytes: 0,
      marksAt,
      marks: 0,
      base: this.totalLines === 0 ? time : this.lastTime,
      sgr: kind === 0 ? this.colours.toString() : '',
      checksum: 0,
    };
    this.segments.push(segment);
    this.ahead.begin(segment);
    this.growing = true;
    return segment;
  }

  /** Small segments that have arrived become one, so that a quiet stream of single lines does not fill the memory. */
  private mergeIntoPrevious(segment: Segment): boolean {
    const previous = this.segments[this.cursorSegment - 1];
    if (!previous || previous.kind !== segment.kind || previous.bytes + segment.bytes > MAX_CHUNK_BYTES) {
      return false;
    }
    previous.lines += segment.lines;
    previous.bytes += segment.bytes;
    previous.timesBytes += segment.timesBytes;
    previous.marks += segment.marks;
    previous.checksum = null;
    this.growing = this.growing && segment !== this.segments.at(-1);
    this.segments.splice(this.cursorSegment, 1);
    return true;
  }
}

function coloursAfter(sgr: string, lines: Buffer): string {
  const state = new ActiveColours(sgr);
  state.advance(lines);
  return state.toString();
}

function offsetOfLine(block: Buffer, line: number): number {
  let offset = 0;
  for (let i = 0; i < line; i++) {
    offset = block.indexOf(NEWLINE, offset) + 1;
  }
  return offset;
}

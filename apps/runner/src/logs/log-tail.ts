import { closeSync, ftruncateSync, openSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { LogLineKind } from '@switchyard/contracts';
import type { Mark } from '@switchyard/masking';
import { readAll, writeAll } from './file-bytes.js';
import { decodeMarks, encodeMarks } from './mark-bytes.js';

/** Lines that were written together. */
export interface TailBlock {
  kind: LogLineKind;
  block: Buffer;
  lines: number;
  /** Where secrets were in the block. */
  marks: readonly Mark[];
  /** Epoch milliseconds. */
  time: number;
}

/** Kind, lines, bytes and those of the marks as 32-bit numbers, and the time. */
const HEAD_BYTES = 24;

/** One of the two files. */
interface Half {
  file: number;
  size: number;
  lines: number;
}

/**
 * The last lines of a log that is too long to be kept whole, on disk. Two files take turns: when one is full, the other one is
 * emptied and goes on, so that at least half of the room holds the last lines, and never more than the room is taken.
 */
export class LogTail {
  private readonly halves: [Half, Half];
  /** Lines that are left out. */
  lost = 0;

  /** @param dir an existing directory; the files are made in it */
  constructor(
    private readonly dir: string,
    private readonly maxBytes: number,
  ) {
    this.halves = [openHalf(this.file(0)), openHalf(this.file(1))];
  }

  /** @throws Error when the disk refuses */
  append({ kind, block, lines, marks, time }: TailBlock): void {
    const marked = encodeMarks(marks);
    if (this.halves[1].size + HEAD_BYTES + block.length + marked.length > this.maxBytes / 2) {
      this.turn();
    }
    const [, half] = this.halves;
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt32BE(kind, 0);
    head.writeUInt32BE(lines, 4);
    head.writeUInt32BE(block.length, 8);
    head.writeUInt32BE(marked.length, 12);
    head.writeDoubleBE(time, 16);
    const bytes = Buffer.concat([head, block, marked]);
    writeAll(half.file, bytes, half.size);
    half.size += bytes.length;
    half.lines += lines;
  }

  /** Kept blocks, in the order in which they were written. */
  *blocks(): Generator<TailBlock> {
    for (const { file, size } of this.halves) {
      for (let at = 0; at < size;) {
        const head = readAll(file, at, HEAD_BYTES);
        const block = readAll(file, at + HEAD_BYTES, head.readUInt32BE(8));
        const marked = readAll(file, at + HEAD_BYTES + block.length, head.readUInt32BE(12));
        const kind = head.readUInt32BE(0) as LogLineKind;
        yield { kind, block, lines: head.readUInt32BE(4), marks: decodeMarks(marked), time: head.readDoubleBE(16) };
        at += HEAD_BYTES + block.length + marked.length;
      }
    }
  }

  /** Closes and removes the files. */
  remove(): void {
    this.halves.forEach(({ file }) => closeSync(file));
    [0, 1].forEach((i) => rmSync(this.file(i), { force: true }));
  }

  /** The older half is left out; its file takes what comes next. */
  private turn(): void {
    const [older, newer] = this.halves;
    this.lost += older.lines;
    ftruncateSync(older.file);
    Object.assign(older, { size: 0, lines: 0 });
    this.halves.splice(0, 2, newer, older);
  }

  private file(i: number): string {
    return path.join(this.dir, `tail-${i}`);
  }
}

const openHalf = (file: string): Half => ({ file: openSync(file, 'w+', 0o600), size: 0, lines: 0 });

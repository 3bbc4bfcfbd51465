import { closeSync, openSync } from 'node:fs';
import { MAX_CHUNK_MASKS } from '@switchyard/contracts';
import type { Mark } from '@switchyard/masking';
import { readAll, writeAll } from './file-bytes.js';
import { decodeMarks, encodeMarks, MARK_BYTES } from './mark-bytes.js';

/** The marks of a spool, on disk: a log may have millions. Empty as long as no line holds a secret. */
export class MarkFile {
  private readonly file: number;
  private total = 0;

  /** @param path of the file, which is made */
  constructor(path: string) {
    this.file = openSync(path, 'w+', 0o600);
  }

  /** Marks written so far. */
  get count(): number {
    return this.total;
  }

  /** @param base offset of the block within the spool */
  append(marks: readonly Mark[], base: number): void {
    const kept = marks.slice(0, MAX_CHUNK_MASKS);
    if (kept.length > 0) {
      writeAll(this.file, encodeMarks(kept, base), this.total * MARK_BYTES);
      this.total += kept.length;
    }
  }

  /** Of the `count` marks from the one numbered `first` on, those from the offset `from` on, relative to it; as many as a chunk has. */
  read(first: number, count: number, from: number): Mark[] {
    const marks = count === 0 ? [] : decodeMarks(readAll(this.file, first * MARK_BYTES, count * MARK_BYTES));
    const wanted = marks.filter(({ at }) => at >= from).slice(0, MAX_CHUNK_MASKS);
    return wanted.map(({ at, secret }) => ({ at: at - from, secret }));
  }

  close(): void {
    closeSync(this.file);
  }
}

import { stripVTControlCharacters } from 'node:util';

const TAIL_BYTES = 8 * 1024;

/** Keeps the end of a tool's output for finding out why it failed. */
export class OutputTail {
  private chunks: Buffer[] = [];
  private size = 0;

  add(bytes: Buffer): void {
    this.chunks.push(bytes);
    this.size += bytes.length;
    while (this.size - (this.chunks[0]?.length ?? 0) >= TAIL_BYTES) {
      this.size -= this.chunks.shift()?.length ?? 0;
    }
  }

  /** The last few KiB as text without colours. */
  text(): string {
    return stripVTControlCharacters(Buffer.concat(this.chunks).subarray(-TAIL_BYTES).toString('utf8'));
  }
}

import { readSync, writeSync } from 'node:fs';

export function writeAll(file: number, bytes: Buffer, position: number): void {
  for (let written = 0; written < bytes.length;) {
    written += writeSync(file, bytes, written, bytes.length - written, position + written);
  }
}

/** @throws Error when the file is shorter */
export function readAll(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let read = 0; read < length;) {
    const count = readSync(file, bytes, read, length - read, position + read);
    if (count === 0) {
      throw new Error('the spool file is shorter than what was written to it');
    }
    read += count;
  }
  return bytes;
}

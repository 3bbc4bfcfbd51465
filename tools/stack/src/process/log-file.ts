import { closeSync, openSync, renameSync, statSync, writeSync } from 'node:fs';

/** A log file grows to this size, in bytes, before it is set aside as `.1`, in place of the one before. */
const logSizeLimit = 20 * 1024 * 1024;

/** Sets a log file aside when it has reached the limit. */
export function rotateLog(file: string, limit = logSizeLimit): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= limit) {
    renameSync(file, `${file}.1`);
  }
}

/** Appends to one log file and keeps it and its predecessor below the limit. */
export class LogFile {
  private descriptor: number;
  private size: number;

  constructor(
    private readonly file: string,
    private readonly limit = logSizeLimit,
  ) {
    rotateLog(file, limit);
    this.descriptor = openSync(file, 'a', 0o600);
    this.size = statSync(file).size;
  }

  append(text: string): void {
    this.size += writeSync(this.descriptor, text);
    if (this.size >= this.limit) {
      closeSync(this.descriptor);
      rotateLog(this.file, this.limit);
      this.descriptor = openSync(this.file, 'a', 0o600);
      this.size = 0;
    }
  }

  close(): void {
    closeSync(this.descriptor);
  }
}

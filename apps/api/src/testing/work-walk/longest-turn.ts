import { closeSync, openSync, readSync } from 'node:fs';

/** Processor time of the main thread in milliseconds; the time on the clock where the system does not tell it. */
export class ThreadClock {
  private readonly bytes = Buffer.alloc(64);
  private readonly file = openStatistics();

  read(): number {
    if (this.file === null) {
      return performance.now();
    }
    const length = readSync(this.file, this.bytes, 0, this.bytes.length, 0);
    return Number(this.bytes.toString('latin1', 0, length).split(' ', 1)[0]) / 1e6;
  }

  close(): void {
    if (this.file !== null) {
      closeSync(this.file);
    }
  }
}

/** Linux counts the nanoseconds that each thread ran; the id of the main thread is that of its process. */
function openStatistics(): number | null {
  try {
    return openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  } catch {
    return null;
  }
}

const KNOWN_JSON = JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`m${i}`, i])));
/** Milliseconds that reading it takes where nothing else runs, on the machine of the bench. */
const USUAL_READ_MS = 4;
const READS = 5;

/** How many times slower this machine is now than that of the bench, or 1: neighbours on its cores slow a thread down. */
export function slowness(): number {
  const clock = new ThreadClock();
  try {
    const reads = Array.from({ length: READS }, () => {
      const begun = clock.read();
      JSON.parse(KNOWN_JSON);
      return clock.read() - begun;
    });
    return Math.max(1, Math.min(...reads) / USUAL_READ_MS);
  } finally {
    clock.close();
  }
}

/**
 * Does the work, and measures the longest turn of the event loop meanwhile. Other processes do not lengthen it, as it is
 * processor time of this thread; collections of garbage do.
 */
export async function longestTurn<T>(work: () => Promise<T>): Promise<{ answer: T; milliseconds: number }> {
  const clock = new ThreadClock();
  let milliseconds = 0;
  let last = clock.read();
  let next: NodeJS.Immediate | undefined;
  const look = (): void => {
    const now = clock.read();
    milliseconds = Math.max(milliseconds, now - last);
    last = now;
    next = setImmediate(look);
  };
  next = setImmediate(look);
  try {
    const answer = await work();
    return { answer, milliseconds: Math.max(milliseconds, clock.read() - last) };
  } finally {
    clearImmediate(next);
    clock.close();
  }
}

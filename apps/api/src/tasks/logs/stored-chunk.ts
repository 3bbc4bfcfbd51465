import { decodeTimes } from '@switchyard/contracts';
import type { StoredChunk as WholeChunk } from '@switchyard/engine';
import type { LinesLost } from './lines-lost.js';

/** A row of `log_chunk` as the readers select it, or the same from the archive. */
export interface StoredChunk extends WholeChunk {
  /** Why its lines stand for others that cannot be read. */
  lost?: LinesLost;
}

/** Epoch milliseconds of each line of the chunk; that of the first where they are damaged. */
export function timesOf(chunk: Pick<StoredChunk, 'first_time' | 'times' | 'line_count'>): number[] {
  const first = chunk.first_time.getTime();
  try {
    return decodeTimes(first, chunk.times, chunk.line_count);
  } catch {
    return Array<number>(chunk.line_count).fill(first);
  }
}

import { decodeTimes } from '@switchyard/contracts';

/** A row of `log_chunk` as the readers select it. */
export interface StoredChunk {
  first_line: number;
  line_count: number;
  first_time: Date;
  kind: number;
  codec: number;
  sgr: string;
  times: Buffer;
  body: Buffer;
  /** As of the entity. */
  masks: string | null;
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

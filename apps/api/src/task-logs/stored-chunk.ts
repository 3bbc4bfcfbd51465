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
}

/** Epoch milliseconds of each line of the chunk. */
export function timesOf(chunk: Pick<StoredChunk, 'first_time' | 'times' | 'line_count'>): number[] {
  return decodeTimes(chunk.first_time.getTime(), chunk.times, chunk.line_count);
}

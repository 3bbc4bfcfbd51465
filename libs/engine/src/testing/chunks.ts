import { type AttemptLease, encodeTimes, type LogChunk } from '@switchyard/contracts';

/** Epoch milliseconds of the first line of every chunk. */
export const T0 = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

/** A chunk as a runner sends it; `head` replaces members of its head. */
export function chunkOf(lease: AttemptLease, first: number, lines: string[], head: object = {}): LogChunk {
  const body = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  const times = encodeTimes(
    T0,
    lines.map((_, i) => T0 + i),
  );
  const rest = {
    first,
    n: lines.length,
    t0: T0,
    kind: 0,
    codec: 0,
    sgr: '',
    tl: times.length,
    bl: body.length,
  } as const;
  return { head: { ...lease, ...rest, ...head }, times, body };
}

import { encodeTimes } from '@switchyard/contracts';

/** Times of lines that were read together: the first `deltaMs` after the line before, the others at the same moment. */
export function encodeSameTime(deltaMs: number, lines: number): Buffer {
  const first = encodeTimes(0, [deltaMs]);
  const bytes = Buffer.alloc(first.length + lines - 1);
  bytes.set(first);
  return bytes;
}

/** A run of encoded times, cut to begin at another line. */
export interface TimesFrom {
  /** Epoch milliseconds of the first line. */
  t0: number;
  /** Encoded times from that line on; the first is 0. */
  times: Buffer;
}

/**
 * Drops the first `skip` times and makes the next line's own time the base.
 * @param base epoch milliseconds to which the first encoded difference is relative
 */
export function timesFrom(base: number, bytes: Buffer, skip: number): TimesFrom {
  let t0 = base;
  let at = 0;
  for (let line = 0; line <= skip; line++) {
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++] ?? 0;
      t0 += (byte & 127) * factor;
      if (byte < 128) {
        break;
      }
    }
  }
  const times = Buffer.alloc(bytes.length - at + 1);
  bytes.copy(times, 1, at);
  return { t0, times };
}

import type { Mark } from '@switchyard/masking';

/** Bytes of the stars in the place of a secret. */
export const MASK_BYTES = 3;

/** Masked bytes, and where in them stars stand for secrets, ascending. */
export interface Marked {
  readonly bytes: Buffer;
  readonly marks: readonly Mark[];
}

export const NO_MARKS: readonly Mark[] = [];

/** One behind the other. */
export function joined(first: Marked, second: Marked): Marked {
  if (first.bytes.length === 0) {
    return second;
  }
  const marks = second.marks.map(({ at, secret }) => ({ at: at + first.bytes.length, secret }));
  return { bytes: Buffer.concat([first.bytes, second.bytes]), marks: [...first.marks, ...marks] };
}

/** The bytes from one offset to another; stars that a cut goes through are marked no more. */
export function part({ bytes, marks }: Marked, from: number, to: number): Marked {
  const within = marks.filter(({ at }) => at >= from && at + MASK_BYTES <= to);
  return { bytes: bytes.subarray(from, to), marks: within.map(({ at, secret }) => ({ at: at - from, secret })) };
}

/**
 * The text with each of its parts between two marks rewritten.
 * @param rewrite leaves stars as they are, and treats what is before and behind them apart
 */
export function rewritten({ bytes, marks }: Marked, rewrite: (text: string) => string): Marked {
  const parts: Buffer[] = [];
  const moved: Mark[] = [];
  let size = 0;
  let from = 0;
  const add = (to: number): void => {
    const text = Buffer.from(rewrite(bytes.toString('utf8', from, to)));
    parts.push(text);
    size += text.length;
    from = to;
  };
  for (const { at, secret } of marks) {
    add(at);
    moved.push({ at: size, secret });
  }
  add(bytes.length);
  return { bytes: Buffer.concat(parts), marks: moved };
}

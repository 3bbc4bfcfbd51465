import { PatternIndex } from './pattern-index.js';
import { secretVariants } from './secret-variants.js';

const STARS = Buffer.from('***');
/**
 * Most forms of the secrets of one task: bounds the time (half a second) and the memory that a masker takes from
 * everybody else. A 64 KiB secret of short lines has about 100,000.
 */
const MAX_FORMS = 150_000;

/** Result of masking the beginning of a text whose rest is still to come. */
export interface MaskedPart {
  masked: Buffer;
  /** Bytes that are not decided yet; they come first in the next part. */
  rest: Buffer;
  /** How many bytes of `rest` are already covered by the last stars. */
  covered: number;
}

/**
 * Replaces the secrets of one task by `***` in bytes, in every form of {@link secretVariants}. Secrets that overlap are
 * covered together by one replacement. No form holds a line end, so whole lines can be masked block by block.
 */
export class SecretMasker {
  private readonly patterns: PatternIndex;

  /** @throws Error when the secrets have more than {@link MAX_FORMS} forms */
  constructor(secrets: Iterable<string>) {
    const variants = new Set<string>();
    for (const secret of secrets) {
      for (const variant of secretVariants(secret)) {
        variants.add(variant);
      }
      if (variants.size > MAX_FORMS) {
        throw new Error('they are too many or have too many lines; use fewer or shorter ones');
      }
    }
    this.patterns = new PatternIndex([...variants].map((variant) => Buffer.from(variant)));
  }

  /** Masks bytes behind which no secret goes on: whole lines, or the end of the stream. */
  mask(bytes: Buffer, covered = 0): Buffer {
    return this.patterns.longest === 0 ? bytes : this.cover(bytes, bytes.length, covered).masked;
  }

  /** Masks the beginning of an unfinished line; as many bytes as the longest secret may need are held back. */
  maskPart(bytes: Buffer, covered: number): MaskedPart {
    const decided = Math.max(0, bytes.length - Math.max(0, this.patterns.longest - 1));
    return this.cover(bytes, decided, covered);
  }

  /** Masks an unfinished line for readers: what may be the beginning of a secret at its end is left out. */
  maskOpen(bytes: Buffer, covered = 0): Buffer {
    return this.cover(bytes, bytes.length - this.patterns.prefixAtEnd(bytes), covered).masked;
  }

  maskText(text: string): string {
    return this.mask(Buffer.from(text)).toString('utf8');
  }

  /** True when the last bytes may be the beginning of a secret that has not been written whole yet. */
  mayContinue(bytes: Buffer): boolean {
    return this.patterns.prefixAtEnd(bytes) > 0;
  }

  /**
   * @param decided only secrets that start before this offset are looked for
   * @param covered bytes at the beginning that belong to an earlier replacement
   */
  private cover(bytes: Buffer, decided: number, covered: number): MaskedPart {
    const parts: Buffer[] = [];
    let end = covered;
    this.patterns.scan(bytes, decided, (start, length) => {
      if (start >= end) {
        parts.push(bytes.subarray(end, start), STARS);
      }
      end = Math.max(end, start + length);
    });
    if (end < decided) {
      parts.push(bytes.subarray(end, decided));
    }
    const [only] = parts;
    const masked = parts.length === 1 && only ? only : Buffer.concat(parts);
    return { masked, rest: bytes.subarray(decided), covered: Math.max(0, end - decided) };
  }
}

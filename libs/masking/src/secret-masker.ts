import { PatternIndex } from './pattern-index.js';
import { secretVariants } from './secret-variants.js';

const STARS = Buffer.from('***');
/**
 * Most forms of the secrets of one task: bounds the time (half a second) and the memory that a masker takes from
 * everybody else. A 64 KiB secret of short lines has about 100,000.
 */
const MAX_FORMS = 150_000;

/** Most marks of one text; the stars behind them are as good, only nobody knows for which secret they stand. */
const MAX_MARKS = 1_000;

/** Stars that stand for a secret. */
export interface Mark {
  /** Offset of the first star within the masked bytes. */
  at: number;
  /** Place of the secret among those of the masker; of several with this value the first, of overlapping ones that which begins first. */
  secret: number;
}

/** A secret, and the place that marks give it. */
export interface PlacedSecret {
  value: string;
  place: number;
}

/** Result of masking the beginning of a text whose rest is still to come. */
export interface MaskedPart {
  masked: Buffer;
  /** Where in `masked` secrets were, in order. */
  marks: Mark[];
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
  /** Forms of the secrets it was made with, and the place of each. */
  private readonly forms = new Map<string, number>();
  private patterns: PatternIndex;

  /** @throws Error when the secrets have more than {@link MAX_FORMS} forms */
  constructor(secrets: Iterable<string>) {
    let place = 0;
    for (const value of secrets) {
      addForms(this.forms, { value, place });
      place++;
    }
    this.patterns = indexOf(this.forms);
  }

  /**
   * Masks these secrets, too, from now on, and no longer those of the call before: they become known while the task runs, and are replaced.
   * @throws Error as the constructor; everything is masked as before then
   */
  maskAlso(secrets: Iterable<PlacedSecret>): void {
    const forms = new Map(this.forms);
    for (const secret of secrets) {
      addForms(forms, secret);
    }
    this.patterns = indexOf(forms);
  }

  /** Masks bytes behind which no secret goes on: whole lines, or the end of the stream. */
  mask(bytes: Buffer, covered = 0): Buffer {
    return this.maskWhole(bytes, covered).masked;
  }

  /** As {@link mask}, and where the secrets were. */
  maskWhole(bytes: Buffer, covered = 0): Pick<MaskedPart, 'masked' | 'marks'> {
    return this.patterns.longest === 0 ? { masked: bytes, marks: [] } : this.cover(bytes, bytes.length, covered);
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
    const marks: Mark[] = [];
    let end = covered;
    let size = 0;
    this.patterns.scan(bytes, decided, (start, { bytes: form, secret }) => {
      if (start >= end) {
        parts.push(bytes.subarray(end, start), STARS);
        size += start - end;
        if (marks.length < MAX_MARKS) {
          marks.push({ at: size, secret });
        }
        size += STARS.length;
      }
      end = Math.max(end, start + form.length);
    });
    if (end < decided) {
      parts.push(bytes.subarray(end, decided));
    }
    const [only] = parts;
    const masked = parts.length === 1 && only ? only : Buffer.concat(parts);
    return { masked, marks, rest: bytes.subarray(decided), covered: Math.max(0, end - decided) };
  }
}

/** Of several secrets with one form the first counts. @throws Error when there are too many forms */
function addForms(forms: Map<string, number>, { value, place }: PlacedSecret): void {
  for (const form of secretVariants(value)) {
    forms.set(form, forms.get(form) ?? place);
  }
  if (forms.size > MAX_FORMS) {
    throw new Error('they are too many or have too many lines; use fewer or shorter ones');
  }
}

const indexOf = (forms: ReadonlyMap<string, number>): PatternIndex =>
  new PatternIndex([...forms].map(([form, secret]) => ({ bytes: Buffer.from(form), secret })));

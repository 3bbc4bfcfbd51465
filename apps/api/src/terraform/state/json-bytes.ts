/** Names that a reader of JSON knows, found by their bytes so that no text is made for each occurrence. */
export class KnownNames {
  private readonly byLength = new Map<number, (readonly [bytes: Buffer, name: string])[]>();

  constructor(names: readonly string[]) {
    for (const name of names) {
      const bytes = Buffer.from(JSON.stringify(name));
      this.byLength.set(bytes.length, [...(this.byLength.get(bytes.length) ?? []), [bytes, name]]);
    }
  }

  /** The name whose JSON, quotes included, stands there. */
  find(chunk: Buffer, from: number, end: number): string | undefined {
    return this.byLength.get(end - from)?.find(([bytes]) => isSame(bytes, chunk, from))?.[1];
  }
}

function isSame(bytes: Buffer, chunk: Buffer, from: number): boolean {
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] !== chunk[from + i]) {
      return false;
    }
  }
  return true;
}

const [ZERO, NINE] = [0x30, 0x39];
const WORDS = ['null', 'true', 'false'].map((word) => Buffer.from(word));

/** Whether a frequent word of JSON stands there: a literal, or an integer without a sign. `false` means nothing. */
export function isFrequentWord(chunk: Buffer, from: number, end: number): boolean {
  const first = chunk[from] ?? 0;
  if (first < ZERO || first > NINE) {
    return WORDS.some((word) => word.length === end - from && isSame(word, chunk, from));
  }
  for (let at = from + 1; at < end; at++) {
    const byte = chunk[at] ?? 0;
    if (byte < ZERO || byte > NINE) {
      return false;
    }
  }
  return first !== ZERO || end === from + 1;
}

/** Replaces secrets in a text. */
interface Masker {
  maskText(text: string): string;
}

/**
 * Whether a JSON value holds a secret: in one of its texts, in the name of a member, or as its JSON is written, which covers numbers.
 * @param value nested so deep that it can be written as JSON
 */
export function holdsSecret(masker: Masker, value: unknown): boolean {
  return [JSON.stringify(value) ?? '', ...textsOf(value)].some((text) => masker.maskText(text) !== text);
}

function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    yield value;
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value)) {
      yield name;
      yield* textsOf(each);
    }
  }
}

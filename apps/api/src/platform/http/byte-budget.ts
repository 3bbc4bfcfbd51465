/** Counts the bytes of what goes into one answer. The first piece always fits, so that a reader with a cursor makes progress. */
export class ByteBudget {
  private used = 0;
  private empty = true;

  /** @param max bytes */
  constructor(private readonly max: number) {}

  /** Whether a piece of so many bytes still fits; it is counted then. */
  admits(bytes: number): boolean {
    if (!this.empty && this.used + bytes > this.max) {
      return false;
    }
    this.empty = false;
    this.used += bytes;
    return true;
  }
}

/** Bytes of the value as JSON in UTF-8. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** What a character takes at most: one that is escaped as `\\u001f`. */
const CHARACTER_BYTES = 6;
/** What any number takes at most, with a comma; a boolean and `null` take less. */
const NUMBER_BYTES = 26;

/** At least as many bytes as {@link jsonBytes}, without writing the JSON of what is flat. */
function mostBytes(value: unknown): number {
  if (typeof value === 'string') {
    return CHARACTER_BYTES * value.length + 3;
  }
  if (typeof value !== 'object' || value === null) {
    return NUMBER_BYTES;
  }
  const bytesOf = (parts: readonly unknown[]): number => parts.reduce<number>((sum, part) => sum + mostBytes(part), 0);
  return 3 + bytesOf(Object.keys(value)) + bytesOf(Object.values(value));
}

/** The first values that fit into one answer. Few of them are long: most lists need no exact count. */
export function withinBytes<T>(values: readonly T[], max: number): T[] {
  const budget = new ByteBudget(max);
  const end = mostBytes(values) <= max ? -1 : values.findIndex((value) => !budget.admits(jsonBytes(value) + 1));
  return end < 0 ? [...values] : values.slice(0, end);
}

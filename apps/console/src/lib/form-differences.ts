import { listText } from './list-text.js';

/** Place of a value in the values of a form. */
export type FieldPath = readonly (string | number)[];

/** The three versions of a form that somebody else's save came between. */
export interface FormVersions {
  /** As it was opened. */
  opened: object;
  typed: object;
  /** As it is stored now. */
  stored: object;
}

/** A field whose stored value is another than the opened one, and than the typed one. */
export interface Difference {
  path: FieldPath;
  stored: unknown;
  typed: unknown;
  /** The user changed it as well; otherwise the stored value can be taken over. */
  isTyped: boolean;
}

/** `key` names a line on screen only. */
const text = (value: unknown): string =>
  JSON.stringify(value, (name, part: unknown) => (name === 'key' ? undefined : (part ?? null))) ?? 'null';

/** Whether two values of a field are the same to people. */
export const isSame = (one: unknown, other: unknown): boolean => text(one) === text(other);

const valueAt = (values: unknown, path: FieldPath): unknown =>
  path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    values,
  );

/** The fields that somebody else changed, but for those that hold the same already. */
export const differences = (paths: readonly FieldPath[], { opened, typed, stored }: FormVersions): Difference[] =>
  paths
    .filter((path) => !isSame(valueAt(stored, path), valueAt(opened, path)))
    .filter((path) => !isSame(valueAt(stored, path), valueAt(typed, path)))
    .map((path) => ({
      path,
      stored: valueAt(stored, path),
      typed: valueAt(typed, path),
      isTyped: !isSame(valueAt(typed, path), valueAt(opened, path)),
    }));

/** Fields on screen, and those members of the values that none of them covers. */
export function comparedPaths(fields: readonly FieldPath[], values: object): FieldPath[] {
  const shown = fields.filter((path) => path.length > 0);
  const covered = new Set(shown.map(([name]) => name));
  const others = Object.keys(values).filter((name) => !covered.has(name));
  return [...shown, ...others.map((name) => [name])];
}

/**
 * A value as one text: lines of a table as `name=value`, never a member `secret`.
 * @param names texts for ids, flags and nothing
 */
export function differenceText(value: unknown, names: ValueWords): string {
  if (typeof value === 'boolean') {
    return value ? names.on : names.off;
  }
  if (typeof value === 'number') {
    return names.ofId(value) ?? String(value);
  }
  if (Array.isArray(value) && value.length > 0) {
    const lines = value.map((part: unknown) => lineText(part, names));
    return typeof value[0] === 'object' ? lines.join('\n') : listText(lines);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const { rows, text: written } = value as { rows?: unknown; text?: unknown };
    return differenceText(rows ?? written ?? JSON.stringify(value), names);
  }
  return typeof value === 'string' && value !== '' ? value : names.empty;
}

export interface ValueWords {
  on: string;
  off: string;
  empty: string;
  /** Name of what the id refers to. */
  ofId: (id: number) => string | undefined;
}

function lineText(line: unknown, names: ValueWords): string {
  if (typeof line !== 'object' || line === null) {
    return differenceText(line, names);
  }
  const { name, value } = line as { name?: unknown; value?: unknown };
  const title = typeof name === 'string' ? name : names.empty;
  return typeof value === 'string' ? `${title}=${value}` : title;
}

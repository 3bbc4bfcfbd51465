import type { DataSource, EntityManager, ObjectLiteral } from 'typeorm';

/** Where a statement runs: on its own, or in the transaction of the manager. */
export type Executor = Pick<DataSource | EntityManager, 'query'>;

/** Runs one statement and answers its rows, whatever the kind of statement. */
export async function rows<T extends ObjectLiteral>(on: Executor, text: string, values: unknown[] = []): Promise<T[]> {
  const result: unknown = await on.query(text, values);
  return (isCounted(result) ? result[0] : result) as T[];
}

/** As `rows`, for a statement that answers at most one. */
export async function row<T extends ObjectLiteral>(
  on: Executor,
  text: string,
  values: unknown[] = [],
): Promise<T | undefined> {
  return (await rows<T>(on, text, values))[0];
}

/** TypeORM answers `[rows, count]` for UPDATE and DELETE and plain rows otherwise. */
function isCounted(result: unknown): result is [unknown, number] {
  return Array.isArray(result) && result.length === 2 && Array.isArray(result[0]);
}

/** A row about one of several items: the `n`th, counted from 1 as `with ordinality` does. */
export interface Numbered {
  n: number;
}

/** The row of each of `count` items; undefined for an item without one. */
export function inOrder<T extends Numbered>(found: readonly T[], count: number): (T | undefined)[] {
  const byNumber = new Map(found.map((each) => [each.n, each]));
  return Array.from({ length: count }, (_, i) => byNumber.get(i + 1));
}

/** SQL of an id that is the same for equal texts: a UUID of version 8 (RFC 9562), as clients refuse one without version. @param text SQL of the text */
export const stableId = (text: string): string =>
  `overlay(overlay(md5(${text}) placing '8' from 13) placing '8' from 17)::uuid`;

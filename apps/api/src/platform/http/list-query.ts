import { own } from '@switchyard/contracts';
import { z } from 'zod';

/** Query of every list of project resources. A `sort` that the list does not know is ignored. */
export const ListQuery = z.object({ sort: z.string().max(64).optional(), order: z.string().max(64).optional() });
export type ListQuery = z.infer<typeof ListQuery>;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * The rows in the requested order: by one of `fields`, by default the first of them; `order=desc` inverts. Equal rows
 * stand by id.
 */
export function sorted<T extends { id: number }>(
  rows: readonly T[],
  query: ListQuery,
  fields: Readonly<Record<string, (row: T) => string | number>>,
): T[] {
  const [byDefault] = Object.values(fields);
  const field = own(fields, query.sort ?? '') ?? byDefault;
  const direction = query.order === 'desc' ? -1 : 1;
  const value = (row: T): string | number => field?.(row) ?? '';
  return [...rows].sort((a, b) => direction * compared(value(a), value(b)) || a.id - b.id);
}

const compared = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : collator.compare(String(one), String(other));

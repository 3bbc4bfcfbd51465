import { isRefused, type Settled, settleTogether } from '@switchyard/database';
import type { DataSource, EntityManager } from 'typeorm';
import type { Executor } from './sql.js';

/** Works on items inside of a transaction. A failure of `apart` undoes its own items alone. */
export type Together = <I, R>(
  items: readonly I[],
  work: (on: Executor, items: readonly I[]) => Promise<readonly R[]>,
) => Promise<Settled<R>[]>;

/**
 * A transaction that works on many items: at no cost beyond its statements while none is refused. Where one is, the whole
 * is done again with a savepoint around each half, so that only those fail that are to blame.
 * @param work may be called several times; all calls but the last had no effect then
 */
export async function wholeOrApart<T>(
  source: DataSource,
  work: (manager: EntityManager, together: Together) => Promise<T>,
): Promise<T> {
  try {
    return await source.transaction((manager) => work(manager, atOnce(manager)));
  } catch (error) {
    if (!isRefused(error)) {
      throw error;
    }
    return source.transaction((manager) => work(manager, apart(manager)));
  }
}

/** Works on all items in the transaction, without a savepoint: a failure undoes the whole of it. */
export const atOnce =
  (manager: Executor): Together =>
  async (items, work) =>
    items.length === 0 ? [] : (await work(manager, items)).map((value) => ({ status: 'fulfilled', value }) as const);

const apart =
  (manager: EntityManager): Together =>
  (items, work) =>
    settleTogether(items, (part) => manager.transaction((nested) => work(nested, part)));

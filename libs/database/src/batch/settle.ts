import { isRefused } from './faults.js';

/** Result of an item. */
export type Settled<R> = PromiseSettledResult<R>;

/** Works on each item by itself, all at once: what one fails with is its own result. Results are in the items' order. */
export function settleEach<I, R>(items: readonly I[], work: (item: I) => Promise<R>): Promise<Settled<R>[]> {
  return Promise.allSettled(items.map(async (item) => work(item)));
}

/** As {@link settleEach}, one after the other. */
export async function settleInTurn<I, R>(items: readonly I[], work: (item: I) => Promise<R>): Promise<Settled<R>[]> {
  const settled: Settled<R>[] = [];
  for (const item of items) {
    settled.push(...(await settleEach([item], work)));
  }
  return settled;
}

/**
 * Works on all items at once. When that is refused, each half is tried by itself, and so on: a single item that fails
 * is found in about 2 · log2 n more calls and is the only one that fails.
 * @param work one statement or one transaction, which answers one result per item, in their order
 */
export async function settleTogether<I, R>(
  items: readonly I[],
  work: (items: readonly I[]) => Promise<readonly R[]>,
): Promise<Settled<R>[]> {
  if (items.length === 0) {
    return [];
  }
  const [whole] = await settleEach([items], (all) => complete(all, work));
  if (whole?.status === 'fulfilled') {
    return whole.value.map((value) => ({ status: 'fulfilled', value }));
  }
  const reason: unknown = whole?.reason;
  if (items.length === 1 || !isRefused(reason)) {
    return items.map(() => ({ status: 'rejected', reason }));
  }
  const middle = Math.ceil(items.length / 2);
  const first = await settleTogether(items.slice(0, middle), work);
  return [...first, ...(await settleTogether(items.slice(middle), work))];
}

async function complete<I, R>(
  items: readonly I[],
  work: (items: readonly I[]) => Promise<readonly R[]>,
): Promise<readonly R[]> {
  const results = await work(items);
  if (results.length !== items.length) {
    throw new Error(`${items.length} items have ${results.length} results`);
  }
  return results;
}

/** Returns the results of `work`, without the items for which it throws; `failed` is called for each of those. */
export function mapApart<I, R>(
  items: readonly I[],
  work: (item: I) => R,
  failed: (item: I, error: unknown) => void,
): R[] {
  return items.flatMap((item) => {
    try {
      return [work(item)];
    } catch (error) {
      failed(item, error);
      return [];
    }
  });
}

/** The results of the items that did not fail. */
export const fulfilled = <R>(settled: readonly Settled<R>[]): R[] =>
  settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));

/**
 * Throws what items have failed with, after all the others are done.
 * @param what the work, for the message
 * @throws AggregateError
 */
export function throwFailed(what: string, settled: readonly Settled<unknown>[]): void {
  const reasons = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  if (reasons.length > 0) {
    throw new AggregateError(reasons, `${what}: ${reasons.length} of ${settled.length} failed`);
  }
}

/**
 * Works on all that `find` finds, page by page. An item that is not done, because it failed or because `work` answers
 * undefined for it, is not found again, so that it keeps no other from its turn.
 * @param size most items of a page
 */
export async function settlePages<I extends { id: number }, R>(
  size: number,
  find: (undone: readonly number[]) => Promise<readonly I[]>,
  work: (page: readonly I[]) => Promise<Settled<R | undefined>[]>,
): Promise<Settled<R>[]> {
  const settled: Settled<R>[] = [];
  const undone: number[] = [];
  for (let more = true; more;) {
    const page = await find(undone);
    const results = await work(page);
    results.forEach((result, i) => {
      if (result.status === 'rejected' || result.value !== undefined) {
        settled.push(result as Settled<R>);
      }
      if (result.status === 'rejected' || result.value === undefined) {
        undone.push(page[i]?.id ?? 0);
      }
    });
    more = page.length === size;
  }
  return settled;
}

import { expect } from '@jest/globals';
import type { DataSource } from 'typeorm';

export const HUNDRED = 100;
/** Where the poisoned one stands: neither first nor last. */
const PLACE = 42;

/**
 * Makes a hundred good calls and a poisoned one at the same moment, as a gathered call must bear.
 * @returns the results of the good ones, when all of them succeeded and the poisoned one alone failed
 */
export async function oneInAHundred<R>(
  good: (i: number) => Promise<R>,
  poisoned: () => Promise<unknown>,
): Promise<R[]> {
  const calls = Array.from({ length: HUNDRED }, (_, i) => () => good(i));
  const all: (() => Promise<unknown>)[] = [...calls.slice(0, PLACE), poisoned, ...calls.slice(PLACE)];
  const settled = await Promise.allSettled(all.map((call) => call()));
  const failed = settled.flatMap(({ status }, i) => (status === 'rejected' ? [i] : []));
  expect(failed).toEqual([PLACE]);
  return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value as R] : []));
}

/**
 * Lets PostgreSQL refuse every change of one row, as it does with a value that it cannot hold.
 * @returns ends that
 */
export async function refuseRow(source: DataSource, table: string, id: number): Promise<() => Promise<void>> {
  await source.query(
    `create or replace function refuse_row() returns trigger language plpgsql as
       $$ begin raise exception 'the row is damaged' using errcode = '22023'; end $$`,
  );
  const trigger = `refused_${id}`;
  await source.query(
    `create trigger ${trigger} before update or delete on ${table} for each row when (old.id = ${id})
       execute function refuse_row()`,
  );
  return async () => {
    await source.query(`drop trigger ${trigger} on ${table}`);
  };
}

import { LEASE_TTL_SECONDS, type Directions, type HeldAttempt, type Order } from '@switchyard/contracts';
import { attemptAlive } from '@switchyard/database';
import { directionsFor } from './directions.js';
import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';

/** The attempts that a runner reports to hold. */
export interface Holding {
  runnerId: number;
  held: readonly HeldAttempt[];
}

/**
 * Renews every held lease of many runners in one statement, which also counts as a sign of life of each.
 * @returns what each runner must do, in the order of the holdings
 */
export async function renewLeases(engine: Engine, holdings: readonly Holding[]): Promise<Directions[]> {
  const held = holdings
    .flatMap(({ runnerId, held }) => held.map((attempt) => ({ runnerId, ...attempt })))
    .sort((a, b) => a.attempt - b.attempt);
  const renewed = await rows<{ id: number; order: Order }>(engine.dataSource, renewal, [
    held.map((attempt) => attempt.attempt),
    held.map((attempt) => attempt.lease),
    held.map((attempt) => attempt.runnerId),
    [...new Set(holdings.map((holding) => holding.runnerId))],
    LEASE_TTL_SECONDS,
  ]);
  const orders = new Map(renewed.map(({ id, order }) => [id, order]));
  return holdings.map((holding) => directionsFor(holding.held, orders));
}

const renewal = `
  with held as (select * from unnest($1::int[], $2::uuid[], $3::int[]) as held(attempt, lease, runner)),
  living as (
    select a.id from attempt a join held on held.attempt = a.id and held.lease = a.lease_id and held.runner = a.runner_id
     where ${attemptAlive('a')} order by a.id for no key update of a),
  touched as (
    update runner set touched = now()
      from (select id from runner where id = any($4::int[]) order by id for no key update) r where runner.id = r.id)
  update attempt set lease_until = now() + make_interval(secs => $5) from living where attempt.id = living.id
    returning attempt.id, attempt."order"`;

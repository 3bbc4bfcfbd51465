import { LEASE_TTL_SECONDS } from '@switchyard/contracts';
import { attemptAlive } from '@switchyard/database';
import type { Engine } from '../ports.js';
import { row } from '../statements/sql.js';

/** A part of the control plane whose absence keeps runners from renewing their leases. */
export type PresentPart = 'api' | 'dispatcher';

/** Seconds between two signs of presence. */
export const PRESENCE_SECONDS = 5;
/** Seconds of silence after which a part counts as away. */
const AWAY_SECONDS = 15;

const settingKey = (part: PresentPart): string => `present.${part}`;

/**
 * Records that a part of the control plane is present; to be called every {@link PRESENCE_SECONDS} by each process. When the
 * part had been away, or the database's clock jumped, every lease gets its full time once more: runners could not
 * renew while nobody listened.
 * @returns true when leases were extended
 */
export async function keepPresence(engine: Engine, part: PresentPart): Promise<boolean> {
  const seen = await row<{ returned: boolean }>(
    engine.dataSource,
    `with before as (select value::timestamptz as seen from setting where key = $1),
     mark as (
       insert into setting (key, value) values ($1, now()::text) on conflict (key) do update set value = excluded.value),
     extended as (
       update attempt set lease_until = greatest(lease_until, now() + make_interval(secs => $3))
        where ${attemptAlive()}
          and exists (select from before where seen < now() - make_interval(secs => $2)))
     select exists (select from before where seen < now() - make_interval(secs => $2)) as returned`,
    [settingKey(part), AWAY_SECONDS, LEASE_TTL_SECONDS],
  );
  return seen?.returned ?? false;
}

/** True when a part that was here before has given no sign of presence for a while. */
export async function isAway(engine: Engine, part: PresentPart): Promise<boolean> {
  const seen = await row<{ away: boolean }>(
    engine.dataSource,
    'select value::timestamptz < now() - make_interval(secs => $2) as away from setting where key = $1',
    [settingKey(part), AWAY_SECONDS],
  );
  return seen?.away ?? false;
}

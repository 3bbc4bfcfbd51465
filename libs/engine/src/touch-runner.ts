import { LEASE_TTL_SECONDS, type PollRequest } from '@switchyard/contracts';
import { NotFoundError } from './errors.js';
import type { Engine } from './ports.js';
import { row } from './sql.js';

/** Seconds without a sign of life after which a runner gets no tasks. */
export const RUNNER_OFFLINE_SECONDS = LEASE_TTL_SECONDS;

/**
 * Takes a runner's statement about itself as a sign of life. A runner that comes online, or whose tools or limit
 * changed, wakes a drain.
 * @throws NotFoundError
 */
export async function touchRunner(
  engine: Engine,
  runnerId: number,
  statement: Pick<PollRequest, 'apps' | 'version' | 'max_parallel_tasks'>,
): Promise<void> {
  const before = await row<{ changed: boolean }>(engine.dataSource, touch, [
    runnerId,
    JSON.stringify(statement.apps),
    statement.version,
    statement.max_parallel_tasks,
    RUNNER_OFFLINE_SECONDS,
  ]);
  if (!before) {
    throw new NotFoundError('runner');
  }
  if (before.changed) {
    engine.signals.dispatchNeeded('runner online');
  }
}

const touch = `
  with before as (
    select id, touched is null or touched < now() - make_interval(secs => $5) or apps <> $2::jsonb
           or own_max_parallel_tasks <> $4 as changed
      from runner where id = $1)
  update runner set touched = now(), apps = $2::jsonb, version = $3, own_max_parallel_tasks = $4
    from before where runner.id = before.id returning before.changed`;

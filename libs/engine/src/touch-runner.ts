import { type PollRequest, RUNNER_LOST_SECONDS } from '@switchyard/contracts';
import { DuplicateRunnerError, NotFoundError } from './errors.js';
import type { Engine } from './ports.js';
import { row } from './sql.js';

/** Seconds without a sign of life after which a runner gets no tasks. */
export const RUNNER_OFFLINE_SECONDS = RUNNER_LOST_SECONDS;

type Statement = Pick<
  PollRequest,
  'apps' | 'version' | 'max_parallel_tasks' | 'instance' | 'platform' | 'paused_reason'
>;

/** What the control plane wants of the runner itself. */
export interface RunnerWishes {
  /** When the clearing of its caches was last asked for. */
  cleaningRequested: Date | null;
}

interface Touched {
  changed: boolean;
  duplicate: boolean;
  cleaning_requested: Date | null;
}

/**
 * Takes a runner's statement about itself as a sign of life. A runner that comes online, or whose tools, limit or pause
 * changed, wakes a drain. Of two processes with one identity the one that was heard first keeps it as long as it is
 * heard; the other one is noted and refused.
 * @throws NotFoundError, DuplicateRunnerError
 */
export async function touchRunner(engine: Engine, runnerId: number, statement: Statement): Promise<RunnerWishes> {
  const touched = await row<Touched>(engine.dataSource, touch, [
    runnerId,
    JSON.stringify(statement.apps),
    statement.version,
    statement.max_parallel_tasks,
    RUNNER_OFFLINE_SECONDS,
    statement.instance,
    statement.platform,
    statement.paused_reason,
  ]);
  if (!touched) {
    throw new NotFoundError('runner');
  }
  if (touched.duplicate) {
    throw new DuplicateRunnerError();
  }
  if (touched.changed) {
    engine.signals.dispatchNeeded('runner online');
  }
  return { cleaningRequested: touched.cleaning_requested };
}

const touch = `
  with before as (
    select id, touched is null or touched < now() - make_interval(secs => $5) or apps <> $2::jsonb
           or own_max_parallel_tasks <> $4 or paused_reason is distinct from $8::text as changed,
           $6::text <> '' and instance not in ('', $6::text)
             and instance_seen > now() - make_interval(secs => $5) as duplicate
      from runner where id = $1),
  kept as (
    update runner set touched = now(), apps = $2::jsonb, version = $3, own_max_parallel_tasks = $4, platform = $7,
        paused_reason = $8::text, instance = $6::text, instance_seen = now()
      from before where runner.id = before.id and not coalesce(before.duplicate, false)),
  refused as (
    update runner set duplicate_seen = now()
      from before where runner.id = before.id and before.duplicate
       and coalesce(duplicate_seen, '-infinity') < now() - interval '10 s')
  select before.changed, coalesce(before.duplicate, false) as duplicate, runner.cleaning_requested
    from before join runner on runner.id = before.id`;

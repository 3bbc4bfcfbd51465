import { problem } from '@switchyard/contracts';
import {
  fulfilled,
  settlePages,
  settleTogether,
  taskPlansOnly,
  taskUndecided,
  throwFailed,
} from '@switchyard/database';
import { endReason } from '../life-cycle/end-reason.js';
import { announceMoves } from '../life-cycle/announce-moves.js';
import { type MovedTask, mover } from '../life-cycle/mover.js';
import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';

/** Most tasks canceled in one statement. */
const BATCH = 100;

/** How long a plan waits for a decision, in minutes; 0 = for ever. */
export interface DecisionLimits {
  minutes: number;
  /** How long another task waits for the workspace that the plan has, counted from when both were there. */
  heldMinutes: number;
}

/** A task whose plan is given up. */
interface Overdue {
  id: number;
  /** The task that waited for its workspace. */
  waiting: number | null;
}

/**
 * Cancels the tasks about whose plan nobody has decided for so long.
 * @returns how many were canceled
 * @throws AggregateError for those that could not be, when all the others are done
 */
export async function expireDecisions(engine: Engine, { minutes, heldMinutes }: DecisionLimits): Promise<number> {
  const expired = await expire(engine, due, minutes);
  return expired + (await expire(engine, held, heldMinutes));
}

async function expire(engine: Engine, query: string, minutes: number): Promise<number> {
  if (minutes === 0) {
    return 0;
  }
  const settled = await settlePages(
    BATCH,
    (undone) => rows<Overdue>(engine.dataSource, query, [minutes, undone]),
    (page) => settleTogether(page, (tasks) => cancelAll(engine, tasks, minutes)),
  );
  throwFailed('plans that nobody decided about', settled);
  return fulfilled(settled).length;
}

const cancel = mover('canceled', ['task', 'from'], { skipLocked: true });

async function cancelAll(
  engine: Engine,
  tasks: readonly Overdue[],
  minutes: number,
): Promise<(MovedTask | undefined)[]> {
  const canceled = await cancel(
    engine.dataSource,
    tasks.map(({ id: task, waiting }) => ({
      task,
      from: 'waiting_confirmation' as const,
      ...endReason(
        waiting === null
          ? problem('decision_expired', { minutes })
          : problem('decision_waited_for', { minutes, task: waiting }),
      ),
    })),
  );
  announceMoves(
    engine,
    'canceled',
    canceled.filter((task) => task !== undefined),
    { reason: 'plans expired' },
  );
  return canceled;
}

const due = `
  select id, null as waiting from task
   where ${taskUndecided()} and planned < now() - make_interval(mins => $1) and id <> all($2::int[])
   order by planned limit ${BATCH}`;

const held = `
  select task.id, waiter.id as waiting from task cross join lateral (
      select w.id, w.created from task w where w.workspace_id = task.workspace_id and w.workspace_id <> 0 and w.status = 'waiting'
         and not ${taskPlansOnly('w')}
       order by w.id limit 1) waiter
   where ${taskUndecided()} and greatest(planned, waiter.created) < now() - make_interval(mins => $1) and task.id <> all($2::int[])
   order by planned limit ${BATCH}`;

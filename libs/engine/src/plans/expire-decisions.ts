import { problem } from '@switchyard/contracts';
import { fulfilled, settlePages, settleTogether, taskUndecided, throwFailed } from '@switchyard/database';
import { endReason, type EndReason } from '../life-cycle/end-reason.js';
import { announceMoves } from '../life-cycle/announce-moves.js';
import { type MovedTask, mover } from '../life-cycle/mover.js';
import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';

/** Most tasks canceled in one statement. */
const BATCH = 100;

/**
 * Cancels the tasks about whose plan nobody has decided for so long.
 * @param minutes 0 = plans wait for ever
 * @returns how many were canceled
 * @throws AggregateError for those that could not be, when all the others are done
 */
export async function expireDecisions(engine: Engine, minutes: number): Promise<number> {
  if (minutes === 0) {
    return 0;
  }
  const reason = endReason(problem('decision_expired', { minutes }));
  const settled = await settlePages(
    BATCH,
    (undone) => rows<{ id: number }>(engine.dataSource, due, [minutes, undone]),
    (page) => settleTogether(page, (tasks) => cancelAll(engine, tasks, reason)),
  );
  throwFailed('plans that nobody decided about', settled);
  return fulfilled(settled).length;
}

const cancel = mover('canceled', ['task', 'from'], { skipLocked: true });

async function cancelAll(
  engine: Engine,
  tasks: readonly { id: number }[],
  reason: EndReason,
): Promise<(MovedTask | undefined)[]> {
  const cause = { from: 'waiting_confirmation', ...reason } as const;
  const canceled = await cancel(
    engine.dataSource,
    tasks.map(({ id: task }) => ({ task, ...cause })),
  );
  announceMoves(
    engine,
    'canceled',
    canceled.filter((task) => task !== undefined),
    { reason: reason.reason },
  );
  return canceled;
}

const due = `
  select id from task where ${taskUndecided()} and planned < now() - make_interval(mins => $1) and id <> all($2::int[])
   order by planned limit ${BATCH}`;

import type { TaskStatus } from '@switchyard/contracts';
import { fulfilled, type Settled, settleInTurn, settlePages, throwFailed } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import { announceTasks } from '../life-cycle/announce-tasks.js';
import { closeTask } from '../life-cycle/close-task.js';
import { decideLostRunner } from './lost-runner.js';
import type { Engine } from '../ports.js';
import { isAway } from './presence.js';
import { requeueTask } from '../life-cycle/requeue-task.js';
import { row, rows } from '../statements/sql.js';
import type { UpdateRow } from '../life-cycle/task-update.js';

/** Most leases read in one go. */
const BATCH = 200;

interface ExpiredAttempt {
  id: number;
  task_id: number;
  runner_id: number;
}

interface LostTask {
  status: TaskStatus;
  attempt_number: number;
  confirmed: boolean;
  lost: number;
}

/**
 * Ends the attempts whose lease ran out, each in its own transaction, and does with their tasks what the lost-runner
 * rule says. While the api is away nothing expires, because no runner could have renewed.
 * @returns how many attempts were ended
 * @throws AggregateError for those that could not be, when all the others are done
 */
export async function expireLeases(engine: Engine): Promise<number> {
  if (await isAway(engine, 'api')) {
    return 0;
  }
  const settled = await settlePages(
    BATCH,
    (undone) => rows<ExpiredAttempt>(engine.dataSource, expiredQuery, [undone]),
    (expired) => expireAll(engine, expired),
  );
  throwFailed('leases that ran out', settled);
  return fulfilled(settled).length;
}

const expiredQuery = `
  select id, task_id, runner_id from attempt
   where status in ('starting', 'running') and lease_until < now() and id <> all($1::int[])
   order by lease_until limit ${BATCH}`;

async function expireAll(
  { dataSource, signals }: Engine,
  expired: readonly ExpiredAttempt[],
): Promise<Settled<UpdateRow | undefined>[]> {
  const settled = await settleInTurn(expired, (attempt) =>
    dataSource.transaction((manager) => expire(manager, attempt)),
  );
  announce(
    { dataSource, signals },
    fulfilled(settled).filter((update) => update !== undefined),
    expired,
  );
  return settled;
}

/** The locks are taken in the order of every other verb: task, then attempt. A renewal may have come first. */
async function expire(manager: EntityManager, attempt: ExpiredAttempt): Promise<UpdateRow | undefined> {
  await row(manager, 'select id from task where id = $1 for no key update', [attempt.task_id]);
  const stillExpired = await row(
    manager,
    `select id from attempt where id = $1 and status in ('starting', 'running') and lease_until < now()
       for no key update`,
    [attempt.id],
  );
  return stillExpired && endLost(manager, attempt.task_id);
}

async function endLost(manager: EntityManager, taskId: number): Promise<UpdateRow | undefined> {
  const task = await row<LostTask>(
    manager,
    `select status, attempt_number, decided is not null as confirmed,
            (select count(*)::int from attempt where task_id = $1 and outcome = 'lost') + 1 as lost
       from task where id = $1`,
    [taskId],
  );
  if (!task) {
    return undefined;
  }
  const decision = decideLostRunner(task.status, task.lost, task.confirmed);
  const seen = { taskId, from: task.status, attemptNumber: task.attempt_number };
  return decision.again
    ? requeueTask(manager, taskId, decision.to)
    : closeTask(manager, { ...seen, ...decision, outcome: 'lost' });
}

function announce(engine: Engine, changed: readonly UpdateRow[], expired: readonly ExpiredAttempt[]): void {
  if (changed.length === 0) {
    return;
  }
  announceTasks(engine, changed);
  engine.signals.runnersWoken(expired.map((attempt) => attempt.runner_id));
  engine.signals.dispatchNeeded('lease expired');
}

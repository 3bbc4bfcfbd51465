import { problem, type TaskStatus } from '@switchyard/contracts';
import { endOpenMessages, taskFinal, taskUndecided, workflowNodeAlive, workflowRunAlive } from '@switchyard/database';
import { ALERTS_CURSOR } from '../alerts/alert-writer.js';
import { COMMIT_STATUSES_CURSOR } from '../commit-statuses/commit-status-writer.js';
import { endReason } from '../life-cycle/end-reason.js';
import { mover } from '../life-cycle/mover.js';
import { type ClaimedSchedule, claimSchedules } from '../schedules/claim-schedules.js';
import { firingOf } from '../schedules/fire-schedules.js';
import { advance, storeRuns } from '../schedules/due-times.js';
import { type Executor, rows } from '../statements/sql.js';

/** Most tasks or schedules of one statement. */
const BATCH = 500;

/** Counts of what was ended so that nothing happens twice. */
export interface SettledRestore {
  tasks: number;
  deliveries: number;
  missed: number;
}

/**
 * Ends what was under way when the backup was made, because the installation that it is of went on: it may have run the
 * waiting tasks, started what was planned and sent what was to be sent. Plans that wait for a decision go on waiting. To be called in the
 * transaction that restores, with nobody else at work.
 * @param zone IANA zone of schedules that name none
 */
export async function settleRestored(on: Executor, zone: string): Promise<SettledRestore> {
  const deliveries = await endOpenMessages(on);
  await skipAlerts(on);
  const tasks = await endUnfinished(on);
  await stopRuns(on);
  return { deliveries, tasks, missed: await missPlanned(on, zone) };
}

/** Alerts and statuses about what happened before the backup, of which some were not written yet. */
async function skipAlerts(on: Executor): Promise<void> {
  await rows(
    on,
    `update setting set value = (select coalesce(max(id), 0)::text from task_event) where key in ('${ALERTS_CURSOR}', '${COMMIT_STATUSES_CURSOR}')`,
  );
}

/** Nothing of a workflow starts because the restore ends its tasks. */
async function stopRuns(on: Executor): Promise<void> {
  await rows(
    on,
    `with stopped as (
       update workflow_run set status = 'stopped', ended = now() where ${workflowRunAlive()} returning id)
     update workflow_node_run n set status = 'stopped', ended = now(), alert = null from stopped
      where n.run_id = stopped.id and ${workflowNodeAlive('n')}`,
  );
}

const finish = mover('finished', ['task', 'from', 'attempt_number']);

interface Unfinished {
  id: number;
  status: TaskStatus;
  attempt_number: number;
}

async function endUnfinished(on: Executor): Promise<number> {
  const end = {
    ...endReason(problem('restored_from_backup')),
    exit_code: null,
    origin: 'system',
    actor: null,
  } as const;
  for (let ended = 0; ;) {
    const unfinished = await rows<Unfinished>(
      on,
      `select id, status, attempt_number from task where not ${taskFinal()} and not ${taskUndecided()} order by id limit ${BATCH}`,
    );
    const items = unfinished.map(({ id: task, status: from, attempt_number }) => {
      const to: TaskStatus = from === 'stopping' ? 'stopped' : 'error';
      return { ...end, task, from, attempt_number, to, outcome: 'lease_expired' as const };
    });
    ended += (await finish(on, items)).length;
    if (unfinished.length < BATCH) {
      return ended;
    }
  }
}

/** Planned times that have gone by are missed, also for schedules that make up for those. */
async function missPlanned(on: Executor, zone: string): Promise<number> {
  for (let missed = 0; ;) {
    const claimed = await claimSchedules(on, { limit: BATCH, without: [], zone });
    const firings = claimed.map((schedule) => ({ ...firingOf(schedule), ...RESULT }));
    await advance(on, firings);
    await storeRuns(
      on,
      firings.filter(({ schedule }) => isNoted(schedule)).map((firing) => ({ ...firing, issues: [] })),
    );
    missed += claimed.length;
    if (claimed.length < BATCH) {
      return missed;
    }
  }
}

const RESULT = { result: 'missed' } as const;

/** A time at which a repository was to be looked at is no due time of a task. */
const isNoted = ({ repository_id, decided }: ClaimedSchedule): boolean => repository_id === null && !decided;

import { settleEach, throwFailed, workflowRunAlive } from '@switchyard/database';
import { NotFoundError, RunRefusedError } from '../errors.js';
import type { Engine } from '../ports.js';
import { row, rows } from '../statements/sql.js';
import { wholeOrApart } from '../statements/whole-or-apart.js';
import { advanceHeld, announceRuns } from './advance-held.js';
import { holdRun } from './held-run.js';
import { stopOne } from './stop-one.js';

/** Most workflows of one look. */
const BATCH = 100;

/**
 * Stops runs that a newer one replaces, and starts those whose turn it is. The rows say which those are, so any number of processes may do it at
 * once, as often as they like: who starts a run holds the row of its workflow.
 * @throws AggregateError for those that could not be, when the others are
 */
export async function settleQueues(engine: Engine): Promise<void> {
  const stopped = await settleEach(await replacedRuns(engine), (run) => stopReplaced(engine, run));
  const failed = new Map<number, unknown>();
  for (let more = true; more;) {
    const due = await dueWorkflows(engine, [...failed.keys()]);
    for (const workflowId of due) {
      await startNext(engine, workflowId).catch((error: unknown) => failed.set(workflowId, error));
    }
    more = due.length > 0;
  }
  throwFailed('runs of workflows that wait', [
    ...stopped,
    ...[...failed.values()].map((reason) => ({ status: 'rejected', reason }) as const),
  ]);
}

interface Replaced {
  runId: number;
  projectId: number;
  userId: number | null;
}

const replacedRuns = ({ dataSource }: Engine): Promise<Replaced[]> =>
  rows(
    dataSource,
    `select r.id as "runId", r.project_id as "projectId", newest.user_id as "userId"
       from (select workflow_id, max(id) as id from workflow_run where status = 'queued' group by 1) queued
       join workflow w on w.id = queued.workflow_id and w.concurrency = 'replace'
       join workflow_run newest on newest.id = queued.id
       join workflow_run r on r.workflow_id = w.id and ${workflowRunAlive('r')} and r.status <> 'stopping' and r.id < queued.id
      order by r.id limit ${BATCH}`,
  );

/** One that has ended or is gone meanwhile needs no stop. */
async function stopReplaced(engine: Engine, run: Replaced): Promise<void> {
  try {
    await stopOne(engine, run);
  } catch (error) {
    if (!(error instanceof RunRefusedError || error instanceof NotFoundError)) {
      throw error;
    }
  }
}

/** SQL: a queued run of workflow `w` may start. Where each replaces the one before, none but the newest does. */
const MAY_START = `(w.concurrency = 'parallel' or not exists (
  select from workflow_run r where r.workflow_id = w.id and ${workflowRunAlive('r')} and r.status <> 'queued'))`;

async function dueWorkflows({ dataSource }: Engine, without: readonly number[]): Promise<number[]> {
  const found = await rows<{ id: number }>(
    dataSource,
    `select w.id from (select distinct workflow_id from workflow_run where status = 'queued') queued
       join workflow w on w.id = queued.workflow_id
       join project p on p.id = w.project_id and p.deleting is null
      where ${MAY_START} and w.id <> all($1::int[]) order by w.id limit ${BATCH}`,
    [without],
  );
  return found.map(({ id }) => id);
}

/** Starts the run whose turn it is, if there is one still: the row of the workflow is held before that is read. */
async function startNext(engine: Engine, workflowId: number): Promise<void> {
  const { projectIds, updates } = await wholeOrApart(engine.dataSource, async (on, together) => {
    await rows(on, 'select from workflow where id = $1 for no key update', [workflowId]);
    const next = await row<{ id: number }>(on, START_NEXT, [workflowId]);
    if (!next) {
      return { projectIds: [], updates: [] };
    }
    const run = await holdRun(on, { runId: next.id });
    return { projectIds: [run.projectId], updates: await advanceHeld(engine, { on, together }, [run]) };
  });
  announceRuns(engine, projectIds, updates);
}

const START_NEXT = `
  update workflow_run set status = 'running', started = coalesce(started, now())
   where id = (
     select q.id from workflow_run q join workflow w on w.id = q.workflow_id
      where q.workflow_id = $1 and q.status = 'queued' and ${MAY_START}
      order by case when w.concurrency = 'replace' then -q.id else q.id end limit 1)
  returning id`;

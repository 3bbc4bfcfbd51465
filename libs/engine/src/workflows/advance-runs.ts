import { taskFinal, workflowRunAlive } from '@switchyard/database';
import type { Engine } from '../ports.js';
import { row, rows } from '../statements/sql.js';
import { wholeOrApart } from '../statements/whole-or-apart.js';
import { advanceHeld, announceRuns } from './advance-held.js';
import { holdRuns } from './held-run.js';
import { settleQueues } from './settle-queues.js';
import { stopTasks } from './stop-one.js';

/** Most runs of one look. */
const BATCH = 200;
/** Most runs that one transaction holds. */
const HELD = 25;

/**
 * Advances every run of which a task has ended or a node has waited long enough, starts those that waited for their turn, and stops what
 * lives of runs that are stopped.
 * The rows say which those are, so a message that is lost costs time alone, and one that comes twice nothing. Any number of processes may do it at once: each run is
 * held by one of them.
 * @param taskIds of these tasks alone, and nothing else is done but to start what waited for them: what a message is about; `null` = all
 * @returns how many tasks were launched
 * @throws AggregateError for runs that could not be advanced, when the others are
 */
export async function advanceRuns(engine: Engine, taskIds: readonly number[] | null = null): Promise<number> {
  const failures = new Map<number, unknown>();
  let launched = 0;
  for (let more = true; more;) {
    const due = await dueRuns(engine, taskIds, [...failures.keys()]);
    for (let from = 0; from < due.length; from += HELD) {
      launched += await advanceSome(engine, due.slice(from, from + HELD), failures);
    }
    more = due.length === BATCH;
  }
  await settleQueues(engine).catch((error: unknown) => failures.set(-1, error));
  if (taskIds === null) {
    await stopTasks(engine).catch((error: unknown) => failures.set(0, error));
  }
  if (failures.size > 0) {
    throw new AggregateError(failures.values(), `${failures.size} runs of workflows could not be advanced`);
  }
  return launched;
}

/** Advances runs in one transaction; where that fails, each in its own, so that only those stay behind that are to blame. */
async function advanceSome(engine: Engine, runIds: readonly number[], failures: Map<number, unknown>): Promise<number> {
  try {
    return await advanceTogether(engine, runIds);
  } catch (error) {
    const [only, ...others] = runIds;
    if (only !== undefined && others.length === 0) {
      failures.set(only, error);
      return 0;
    }
  }
  let launched = 0;
  for (const runId of runIds) {
    launched += await advanceSome(engine, [runId], failures);
  }
  return launched;
}

/** One that is gone meanwhile has nothing to advance. */
async function advanceTogether(engine: Engine, runIds: readonly number[]): Promise<number> {
  const { projectIds, updates } = await wholeOrApart(engine.dataSource, async (on, together) => {
    const runs = await holdRuns(on, runIds);
    const launched = await advanceHeld(engine, { on, together }, runs);
    return { projectIds: runs.map(({ projectId }) => projectId), updates: launched };
  });
  announceRuns(engine, projectIds, updates);
  return updates.length;
}

async function dueRuns(
  { dataSource }: Engine,
  taskIds: readonly number[] | null,
  without: readonly number[],
): Promise<number[]> {
  const found = await rows<{ id: number }>(
    dataSource,
    `select r.id from workflow_run r join project p on p.id = r.project_id and p.deleting is null
      where ${workflowRunAlive('r')} and r.id <> all($1::int[])
        and r.id in (${taskIds === null ? `${ENDED} union ${OVERDUE}` : `${ENDED} and n.task_id = any($2::int[])`})
      order by 1 limit ${BATCH}`,
    taskIds === null ? [without] : [without, taskIds],
  );
  return found.map(({ id }) => id);
}

/** Runs with a node whose task has ended. */
const ENDED = `
  select n.run_id from workflow_node_run n left join task t on t.id = n.task_id
   where n.status = 'running' and (t.id is null or ${taskFinal('t')})`;

/** Runs with a node that waits no longer. */
const OVERDUE = `select n.run_id from workflow_node_run n where n.status = 'waiting' and n.due <= now()`;

/**
 * Milliseconds until a node has waited long enough; `null` = none waits for a moment to come. What is due already is left out: a look
 * has had it, or another process has.
 */
export async function untilNodeDue({ dataSource }: Pick<Engine, 'dataSource'>): Promise<number | null> {
  const next = await row<{ ms: number }>(
    dataSource,
    `select (extract(epoch from n.due - clock_timestamp()) * 1000)::float8 as ms
       from workflow_node_run n where n.status = 'waiting' and n.due > now() order by n.due limit 1`,
  );
  return next?.ms ?? null;
}

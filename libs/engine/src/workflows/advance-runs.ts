import { taskFinal } from '@switchyard/database';
import { NotFoundError } from '../errors.js';
import { stopTask } from '../life-cycle/stop-task.js';
import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';
import { wholeOrApart } from '../statements/whole-or-apart.js';
import { advanceHeld, announceRun } from './advance-held.js';
import { holdRun } from './held-run.js';

/** Most runs of one look. */
const BATCH = 200;

/**
 * Advances every run of which a task has ended, and stops what lives of runs that are stopped. The rows say which those are, so a
 * message that is lost costs time alone, and one that comes twice nothing. Any number of processes may do it at once: each run is
 * held by one of them.
 * @returns how many tasks were launched
 * @throws AggregateError for runs that could not be advanced, when the others are
 */
export async function advanceRuns(engine: Engine): Promise<number> {
  const failures = new Map<number, unknown>();
  let launched = 0;
  for (let more = true; more;) {
    const due = await dueRuns(engine, [...failures.keys()]);
    for (const runId of due) {
      launched += await advanceRun(engine, runId).catch((error: unknown) => {
        failures.set(runId, error);
        return 0;
      });
    }
    more = due.length === BATCH;
  }
  await stopTasks(engine).catch((error: unknown) => failures.set(0, error));
  if (failures.size > 0) {
    throw new AggregateError(failures.values(), `${failures.size} runs of workflows could not be advanced`);
  }
  return launched;
}

/** A run that is gone meanwhile has nothing to advance. */
async function advanceRun(engine: Engine, runId: number): Promise<number> {
  try {
    const { projectId, updates } = await wholeOrApart(engine.dataSource, async (on, together) => {
      const run = await holdRun(on, { runId });
      return { projectId: run.projectId, updates: await advanceHeld(engine, { on, together }, run) };
    });
    announceRun(engine, projectId, updates);
    return updates.length;
  } catch (error) {
    if (error instanceof NotFoundError) {
      return 0;
    }
    throw error;
  }
}

async function dueRuns({ dataSource }: Engine, without: readonly number[]): Promise<number[]> {
  const found = await rows<{ id: number }>(
    dataSource,
    `select distinct n.run_id as id
       from workflow_node_run n
       join workflow_run r on r.id = n.run_id
       join project p on p.id = r.project_id and p.deleting is null
       left join task t on t.id = n.task_id
      where n.status = 'running' and (t.id is null or ${taskFinal('t')}) and n.run_id <> all($1::int[])
      order by 1 limit ${BATCH}`,
    [without],
  );
  return found.map(({ id }) => id);
}

/** Stops what lives of runs that are stopped; a task that is stopping already is left alone. @param runId of this run alone */
export async function stopTasks(engine: Engine, runId: number | null = null): Promise<void> {
  const living = await rows<{ taskId: number; projectId: number; userId: number | null }>(
    engine.dataSource,
    `select n.task_id as "taskId", r.project_id as "projectId", r.stopped_by as "userId"
       from workflow_run r join workflow_node_run n on n.run_id = r.id and n.status = 'running'
       join task t on t.id = n.task_id and not ${taskFinal('t')} and t.status <> 'stopping'
      where r.status = 'stopping' and r.id = coalesce($1::int, r.id) order by n.task_id`,
    [runId],
  );
  for (const task of living) {
    await stopTask(engine, { ...task, force: false });
  }
}

import { ancestorsOf, expressionsOf, type NamedOutput } from '@switchyard/contracts';
import { type Executor, rows } from '../statements/sql.js';
import { runnable } from './advance.js';
import type { HeldRun, RunNode } from './held-run.js';

/** Nodes of a run that start. */
interface Starting {
  of: { run: HeldRun; nodes: ReadonlyMap<string, RunNode> };
  starts: readonly string[];
}

/** What the last attempts have published of those tasks that expressions of starting nodes may read, by task. */
export async function readOutputs(
  on: Executor,
  starting: readonly Starting[],
): Promise<ReadonlyMap<number, NamedOutput[]>> {
  const taskIds = new Set(starting.flatMap(readTasks));
  const found =
    taskIds.size === 0
      ? []
      : await rows<{ taskId: number; outputs: NamedOutput[] }>(
          on,
          `select o.task_id as "taskId", o.outputs from task_outputs o
            where o.task_id = any($1::int[])
              and o.attempt_id = (select max(a.id) from attempt a where a.task_id = o.task_id)`,
          [[...taskIds]],
        );
  return new Map(found.map(({ taskId, outputs }) => [taskId, outputs]));
}

function readTasks({ of: { run, nodes }, starts }: Starting): number[] {
  const known = runnable(run.graph);
  const reading = starts.filter((id) => expressionsOf(known.get(id)).length > 0);
  const before = new Set(reading.flatMap((id) => [...ancestorsOf(run.graph, id)]));
  return [...before].flatMap((id) => nodes.get(id)?.taskId ?? []);
}

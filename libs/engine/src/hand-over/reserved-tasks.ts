import { attemptAlive, reservationHolds } from '@switchyard/database';
import type { MovedTask } from '../life-cycle/mover.js';
import { type Executor, rows } from '../statements/sql.js';
import type { ReservedTask } from './choose-successors.js';

interface ReservedRow {
  task_id: number;
  runner_id: number;
  project_id: number;
  /** Most attempts of the runner; null = no limit. */
  most: number | null;
  used: number;
  /** The same of the project. */
  project_most: number | null;
  project_used: number;
  /** Tasks that ended and kept no other task waiting. */
  parallel: number[];
}

export interface Reserved {
  /** Tasks that the runners of the ended ones could begin, the oldest first. */
  reserved: ReservedTask[];
  /** Ids of the ended tasks that kept no other task of their template or workspace waiting. */
  parallel: ReadonlySet<number>;
}

/** Reads the tasks reserved for the runners of tasks that ended in this transaction. None where each of them kept others waiting. */
export async function readReserved(on: Executor, ended: readonly MovedTask[]): Promise<Reserved> {
  const found = await rows<ReservedRow>(on, reservedQuery, [
    ended.map(({ id }) => id),
    ended.map(({ holder }) => holder),
  ]);
  const reserved = found.map((row) => ({
    taskId: row.task_id,
    runnerId: row.runner_id,
    projectId: row.project_id,
    used: row.used,
    runnerRoom: roomOf(row.most, row.used),
    projectRoom: roomOf(row.project_most, row.project_used),
  }));
  return { reserved, parallel: new Set(found[0]?.parallel) };
}

const roomOf = (most: number | null, used: number): number => (most === null ? Infinity : most - used);

const reservedQuery = `
  with parallel as (
    select task.id, gone.runner from unnest($1::int[], $2::int[]) as gone(task, runner)
      join task on task.id = gone.task join template on template.id = task.template_id
     where template.allow_parallel_tasks and task.workspace_id = 0),
  active as (
    select runner_id, project_id, count(*)::int as n from attempt where ${attemptAlive()} group by 1, 2)
  select task.id as task_id, runner.id as runner_id, task.project_id,
         least(nullif(runner.max_parallel_tasks, 0), nullif(runner.own_max_parallel_tasks, 0)) as most,
         coalesce((select sum(n) from active where active.runner_id = runner.id), 0)::int as used,
         nullif(project.max_parallel_tasks, 0) as project_most,
         coalesce((select sum(n) from active where active.project_id = project.id), 0)::int as project_used,
         array(select id from parallel) as parallel
    from runner join reservation on reservation.runner_id = runner.id join task on task.id = reservation.task_id
    join project on project.id = task.project_id join template on template.id = task.template_id
   where runner.id in (select runner from parallel) and ${reservationHolds()}
     and template.allow_parallel_tasks and task.workspace_id = 0
   order by task.id`;

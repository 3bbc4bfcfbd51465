import type { TaskStatus, WorkflowRunStatus } from '@switchyard/contracts';
import { type ScheduleRun, Template, Workflow } from '@switchyard/database';
import { type EntityManager, In } from 'typeorm';

/** The templates of schedules, with what lists show of them. */
export const findTemplates = (
  manager: EntityManager,
  projectId: number,
  ids: readonly number[],
): Promise<Pick<Template, 'id' | 'name' | 'app'>[]> =>
  manager.find(Template, { select: { id: true, name: true, app: true }, where: { projectId, id: In(ids) } });

/** The workflows of schedules. */
export const findWorkflows = (
  manager: EntityManager,
  projectId: number,
  ids: readonly number[],
): Promise<Pick<Workflow, 'id' | 'name'>[]> =>
  manager.find(Workflow, { select: { id: true, name: true }, where: { projectId, id: In(ids) } });

export interface LastRun extends Pick<ScheduleRun, 'scheduleId' | 'due' | 'result' | 'taskId' | 'runId' | 'issues'> {
  taskStatus: TaskStatus | null;
  runStatus: WorkflowRunStatus | null;
}

/** The latest due time of each schedule that had one. */
export function findLastRuns(manager: EntityManager, scheduleIds: readonly number[]): Promise<LastRun[]> {
  return manager.query<LastRun[]>(
    `select last.schedule_id as "scheduleId", last.due, last.result, last.task_id as "taskId", last.issues,
            task.status as "taskStatus", last.run_id as "runId", run.status as "runStatus"
       from unnest($1::int[]) as wanted(id) cross join lateral (
         select * from schedule_run where schedule_id = wanted.id order by due desc limit 1) last
       left join task on task.id = last.task_id left join workflow_run run on run.id = last.run_id`,
    [scheduleIds],
  );
}

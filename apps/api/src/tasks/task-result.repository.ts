import type { NamedOutput, TaskRepository, TaskSnapshot } from '@switchyard/contracts';
import { TaskError, TaskHost, TaskStage } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

/** By name. */
export const findHosts = (manager: EntityManager, taskId: number): Promise<TaskHost[]> =>
  manager.find(TaskHost, { where: { taskId }, order: { host: 'ASC' } });

/** In the order in which they happened. */
export const findErrors = (manager: EntityManager, taskId: number): Promise<TaskError[]> =>
  manager.find(TaskError, { where: { taskId }, order: { index: 'ASC' } });

/** Stages as tools reported them. */
export const findStages = (manager: EntityManager, taskId: number): Promise<TaskStage[]> =>
  manager.findBy(TaskStage, { taskId });

/** Outputs of the last attempt, by name; none when only one before it published any. */
export async function findOutputs(manager: EntityManager, taskId: number): Promise<NamedOutput[]> {
  const [row] = await manager.query<{ outputs: NamedOutput[] }[]>(
    `select outputs from task_outputs
      where task_id = $1 and attempt_id = (select max(id) from attempt where attempt.task_id = $1)`,
    [taskId],
  );
  return row?.outputs ?? [];
}

/** Members of a snapshot that are stored as they are; the others come from columns when it is read. */
export type StoredSnapshot = Omit<TaskSnapshot, 'runner' | 'command' | 'tool_version' | 'image' | 'image_digest'> & {
  /** Absent in those of earlier versions. */
  image?: string | null;
};

/** A snapshot with what is stored beside it. */
export interface SnapshotRow {
  snapshot: StoredSnapshot;
  content: string | null;
  command: string[] | null;
  tool_version: string | null;
  image_digest: string | null;
  runner_id: number | null;
  runner_name: string | null;
}

/** `undefined` when the project has no such task, or none that was given to a runner. */
export async function findSnapshot(
  manager: EntityManager,
  projectId: number,
  taskId: number,
): Promise<SnapshotRow | undefined> {
  const [row] = await manager.query<SnapshotRow[]>(
    `select s.snapshot, c.content, s.command, s.tool_version, s.image_digest, r.id as runner_id, r.name as runner_name
       from task_snapshot s join task t on t.id = s.task_id left join runner r on r.id = t.runner_id
       left join inventory_content c on c.project_id = s.project_id and c.sha256 = s.inventory_sha256
      where s.task_id = $1 and t.project_id = $2`,
    [taskId, projectId],
  );
  return row;
}

/** The repository in the snapshot of a task; `undefined` like {@link findSnapshot}. */
export async function findTaskRepository(
  manager: EntityManager,
  projectId: number,
  taskId: number,
): Promise<TaskRepository | undefined> {
  const [row] = await manager.query<{ repository: TaskRepository }[]>(
    `select (s.snapshot -> 'repository')
            || jsonb_build_object('forge', coalesce(r.forge, ''), 'web_url', coalesce(r.web_url, '')) as repository
       from task_snapshot s join task t on t.id = s.task_id
       left join git_repository r on r.id = (s.snapshot -> 'repository' ->> 'id')::int and r.project_id = t.project_id
                                 and r.git_url = s.snapshot -> 'repository' ->> 'url'
      where s.task_id = $1 and t.project_id = $2`,
    [taskId, projectId],
  );
  return row?.repository;
}

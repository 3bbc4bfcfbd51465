import { FINAL_STATUSES } from '@switchyard/contracts';
import type { EntityManager } from 'typeorm';

/** Which tasks: those of a project, or of one of its templates. */
export interface TaskScope {
  projectId: number;
  templateId?: number;
}

/** Tasks that have not ended, newest first. */
export async function findActiveTaskIds(
  manager: EntityManager,
  { projectId, templateId }: TaskScope,
): Promise<number[]> {
  const tasks = await manager.query<{ id: number }[]>(
    `select id from task
      where project_id = $1 and ($2::int is null or template_id = $2) and status <> all ($3) order by id desc`,
    [projectId, templateId ?? null, FINAL_STATUSES],
  );
  return tasks.map(({ id }) => id);
}

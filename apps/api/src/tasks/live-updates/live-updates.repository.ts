import type { EntityManager } from 'typeorm';

export async function findProjectsOfUser(manager: EntityManager, userId: number): Promise<number[]> {
  const rows = await manager.query<{ project_id: number }[]>(
    `select m.project_id from project_member m join project p on p.id = m.project_id and p.deleting is null
      where m.user_id = $1`,
    [userId],
  );
  return rows.map((row) => row.project_id);
}

/** The project of each runner that is there, `null` for a global one. */
export async function findProjectsOfRunners(
  manager: EntityManager,
  ids: readonly number[],
): Promise<(number | null)[]> {
  const rows = await manager.query<{ project_id: number | null }[]>(
    'select project_id from runner where id = any($1)',
    [ids],
  );
  return rows.map((row) => row.project_id);
}

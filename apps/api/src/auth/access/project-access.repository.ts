import type { Role } from '@switchyard/contracts';
import type { EntityManager } from 'typeorm';

/** Whether the user may read the project: a member of it, or an administrator. */
export async function canSeeProject(manager: EntityManager, userId: number, projectId: number): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `select 1 from project p
      where p.id = $2 and p.deleting is null
        and (exists (select 1 from "user" u where u.id = $1 and u.admin)
             or exists (select 1 from project_member m where m.project_id = p.id and m.user_id = $1))`,
    [userId, projectId],
  );
  return rows.length > 0;
}

/** `null` for a user who is no member. */
export async function findRole(manager: EntityManager, userId: number, projectId: number): Promise<Role | null> {
  const [row] = await manager.query<{ role: Role }[]>(
    `select m.role from project_member m join project p on p.id = m.project_id and p.deleting is null
      where m.project_id = $1 and m.user_id = $2`,
    [projectId, userId],
  );
  return row?.role ?? null;
}

export async function projectExists(manager: EntityManager, projectId: number): Promise<boolean> {
  const rows = await manager.query<unknown[]>('select 1 from project where id = $1 and deleting is null', [projectId]);
  return rows.length > 0;
}

/** Whether the project manages a subscription, and so runs no tasks. */
export async function managesSubscription(manager: EntityManager, projectId: number): Promise<boolean> {
  const rows = await manager.query<unknown[]>(`select 1 from project where id = $1 and type = 'premium'`, [projectId]);
  return rows.length > 0;
}

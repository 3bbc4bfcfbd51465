import type { SyncFault } from '@switchyard/contracts';
import { ProjectSync } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

/** A sync, and for whom it acts. */
export interface StoredSync {
  projectId: number;
  repositoryId: number;
  prune: boolean;
  username: string;
  commit: string | null;
  applied: Date | null;
  seenCommit: string | null;
  checked: Date | null;
  waits: boolean;
  faults: SyncFault[];
}

export async function findSync(manager: EntityManager, projectId: number): Promise<StoredSync | null> {
  const [row] = await manager.query<StoredSync[]>(
    `select s.project_id as "projectId", s.repository_id as "repositoryId", s.prune, u.username, s.commit, s.applied,
            s.seen_commit as "seenCommit", s.checked, s.next_check <= now() as waits, s.faults
       from project_sync s join "user" u on u.id = s.user_id where s.project_id = $1`,
    [projectId],
  );
  return row ?? null;
}

export const lockSync = (manager: EntityManager, projectId: number): Promise<ProjectSync | null> =>
  manager.findOne(ProjectSync, { where: { projectId }, lock: { mode: 'for_no_key_update' } });

/** Stores a sync that is due at once. From another repository nothing was applied yet. */
export async function saveSync(
  manager: EntityManager,
  { projectId, repositoryId, userId, prune }: Pick<ProjectSync, 'projectId' | 'repositoryId' | 'userId' | 'prune'>,
): Promise<ProjectSync> {
  await manager.query(
    `insert into project_sync (project_id, repository_id, user_id, prune) values ($1, $2, $3, $4)
     on conflict (project_id) do update
       set commit = case when project_sync.repository_id = $2 then project_sync.commit end,
           applied = case when project_sync.repository_id = $2 then project_sync.applied end,
           seen_commit = null, checked = null, faults = '[]', repository_id = $2, user_id = $3, prune = $4,
           next_check = clock_timestamp(), lease_id = null, lease_until = null, runner_id = null`,
    [projectId, repositoryId, userId, prune],
  );
  return manager.findOneByOrFail(ProjectSync, { projectId });
}

/** Removes the sync of a project; its rows are nobody's but the project's again. */
export async function removeSync(manager: EntityManager, projectId: number): Promise<void> {
  await manager.query('delete from managed_row where project_id = $1', [projectId]);
  await manager.delete(ProjectSync, { projectId });
}

/** The sync that a runner has taken by a lease, without holding it. */
export async function takenSync(
  manager: EntityManager,
  lease: string,
): Promise<{ id: number; projectId: number } | null> {
  return manager.findOne(ProjectSync, { select: { id: true, projectId: true }, where: { leaseId: lease } });
}

/** Who the sync acts for. */
export async function findPerson(
  manager: EntityManager,
  userId: number,
): Promise<{ username: string; name: string; admin: boolean } | null> {
  const [row] = await manager.query<{ username: string; name: string; admin: boolean }[]>(
    'select username, name, admin from "user" where id = $1',
    [userId],
  );
  return row ?? null;
}

import { attemptAlive, attemptUnsettled } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import type { BackendKey } from './alias-credentials.js';

/** An attempt of a task that may use a state, and a workspace of its project. */
export interface LivingAttempt {
  attemptId: number;
  leaseId: string;
  projectId: number;
  taskId: number;
  template: string;
  username: string | null;
}

/**
 * The living attempt of the task, or a lost one as long as it has the lock of this workspace: what its tool makes must not be lost.
 * `null` also when the workspace is of another project.
 */
export async function findLivingAttempt(
  manager: EntityManager,
  taskId: number,
  inventoryId: number,
): Promise<LivingAttempt | null> {
  const [row] = await manager.query<LivingAttempt[]>(
    `select a.id as "attemptId", a.lease_id as "leaseId", a.project_id as "projectId", a.task_id as "taskId",
            template.name as template, u.username
       from attempt a
       join task on task.id = a.task_id
       join template on template.id = a.template_id
       join inventory i on i.id = $2 and i.project_id = a.project_id
       left join "user" u on u.id = task.user_id
      where a.task_id = $1
        and (${attemptAlive('a')}
             or (a.outcome = 'lease_expired' and ${attemptUnsettled('a')}
                 and exists (select from terraform_lock l where l.attempt_id = a.id and l.inventory_id = $2)))
      order by a.id desc limit 1`,
    [taskId, inventoryId],
  );
  return row ?? null;
}

/** An address of the HTTP backend, and the key whose login and password it asks for. */
export interface AliasKey extends BackendKey {
  aliasId: number;
  inventoryId: number;
}

export async function findAliasKey(manager: EntityManager, name: string): Promise<AliasKey | null> {
  const [row] = await manager.query<AliasKey[]>(
    `select a.id as "aliasId", a.project_id as "projectId", a.inventory_id as "inventoryId", k.id, k.name, k.secret,
            k.vault_reference as "vaultReference"
       from terraform_alias a join access_key k on k.id = a.auth_key_id where a.alias = $1`,
    [name],
  );
  return row ?? null;
}

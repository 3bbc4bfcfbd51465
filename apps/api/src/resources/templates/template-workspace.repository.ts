import { DEFAULT_WORKSPACE, WORKSPACE_TYPES } from '@switchyard/contracts';
import { Inventory, Template } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import { deleteOwned } from '../../platform/database/owned-rows.repository.js';

/** Workspaces of a template that it was given when it was made, and that hold no state and are used by nothing else. */
async function unusedWorkspaces(manager: EntityManager, templateId: number): Promise<number[]> {
  const rows = await manager.query<{ id: number }[]>(
    `select i.id from inventory i
      where i.template_id = $1 and i.name = $2 and i.inventory = $2 and i.type = any($3)
        and not exists (select from template t where t.inventory_id = i.id and t.id <> $1)
        and not exists (select from terraform_state s where s.inventory_id = i.id)
        and not exists (select from terraform_alias a where a.inventory_id = i.id)
        and not exists (select from task k where k.inventory_id = i.id and k.template_id <> $1)`,
    [templateId, DEFAULT_WORKSPACE, WORKSPACE_TYPES],
  );
  return rows.map(({ id }) => id);
}

/** Deletes a template with such workspaces. @throws 400 with `inUse` when something else refers to it */
export async function deleteTemplate(manager: EntityManager, id: number): Promise<void> {
  const workspaces = await unusedWorkspaces(manager, id);
  await deleteOwned(manager, Template, id);
  for (const workspace of workspaces) {
    await deleteOwned(manager, Inventory, workspace);
  }
}

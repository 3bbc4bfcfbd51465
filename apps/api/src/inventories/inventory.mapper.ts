import type { Inventory as WireInventory } from '@switchyard/contracts';
import type { Inventory } from '@switchyard/database';

export function toInventory(row: Inventory): WireInventory {
  return {
    id: row.id,
    project_id: row.projectId,
    name: row.name,
    type: row.type,
    inventory: row.inventory,
    ssh_key_id: row.sshKeyId,
    become_key_id: row.becomeKeyId,
    repository_id: row.repositoryId,
    template_id: row.templateId,
    holder_id: row.templateId,
    runner_tag: row.runnerTag,
  };
}

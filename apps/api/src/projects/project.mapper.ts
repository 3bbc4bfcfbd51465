import type { Project as WireProject } from '@switchyard/contracts';
import type { Project } from '@switchyard/database';

export function toProject(row: Project): WireProject {
  return {
    id: row.id,
    name: row.name,
    created: row.created.toISOString(),
    alert: row.alert,
    alert_chat: row.alertChat,
    max_parallel_tasks: row.maxParallelTasks,
    allow_log_links: row.allowLogLinks,
    type: row.type,
    vault_address: row.vaultAddress ?? '',
    vault_namespace: row.vaultNamespace ?? '',
    vault_token_stored: row.vaultTokenEncrypted !== null,
    deleting: row.deleting !== null,
  };
}

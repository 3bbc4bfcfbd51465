import { effectiveApp } from '@switchyard/contracts';
import type { TemplateType } from '@switchyard/database';
import { NotFoundError } from './errors.js';
import type { NewTask } from './new-task.js';
import { HAS_WEBHOOKS } from './runner-messages.js';
import { row, type Executor } from './sql.js';

/** What a new task takes from its template, inventory and build. */
export interface TaskOrigin {
  type: TemplateType;
  startVersion: string;
  app: string;
  tag: string;
  commitHash: string | null;
  /** Some runner has a webhook. */
  hasWebhooks: boolean;
}

interface OriginRow {
  type: TemplateType;
  app: string;
  start_version: string | null;
  template_tag: string | null;
  inventory_found: boolean;
  inventory_tag: string | null;
  build_found: boolean;
  build_commit: string | null;
  has_webhooks: boolean;
}

/**
 * Reads them, and proves that all belong to the project. A build task must be of the template that the deploy builds on.
 * @throws NotFoundError
 */
export async function readOrigin(on: Executor, task: NewTask): Promise<TaskOrigin> {
  const found = await row<OriginRow>(on, originQuery, [
    task.templateId,
    task.projectId,
    task.inventoryId ?? null,
    task.buildTaskId ?? null,
  ]);
  if (!found) {
    throw new NotFoundError('template');
  }
  if (!found.inventory_found && task.inventoryId) {
    throw new NotFoundError('inventory');
  }
  if (!found.build_found && task.buildTaskId) {
    throw new NotFoundError('build task');
  }
  return {
    type: found.type,
    startVersion: found.start_version ?? '',
    app: effectiveApp(found.app),
    tag: found.template_tag ?? found.inventory_tag ?? '',
    commitHash: task.commitHash ?? found.build_commit,
    hasWebhooks: found.has_webhooks,
  };
}

const originQuery = `
  select t.type, t.app, t.start_version, t.runner_tag as template_tag,
         i.id is not null as inventory_found, i.runner_tag as inventory_tag,
         b.id is not null as build_found,
         case when bt.repository_id = t.repository_id then b.commit_hash end as build_commit,
         ${HAS_WEBHOOKS}
    from template t
    left join inventory i on i.id = coalesce($3::int, t.inventory_id) and i.project_id = t.project_id
    left join task b on b.id = $4::int and b.project_id = t.project_id and b.template_id = t.build_template_id
    left join template bt on bt.id = b.template_id
   where t.id = $1 and t.project_id = $2`;

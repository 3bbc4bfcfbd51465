import { APP_INVENTORY_TYPES, effectiveApp } from '@switchyard/contracts';
import { Inventory, Task, type Template } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import { badRequest } from '../http/refusals.js';

/** What a launch names beside its template. */
export interface LaunchReferences {
  inventoryId: number | null;
  buildTaskId: number | null;
}

/**
 * Checks that what a launch names fits its template. Ids that do not exist in the project are the engine's to refuse.
 * @throws 400 saying what does not fit
 */
export async function requireLaunchable(
  manager: EntityManager,
  template: Pick<Template, 'app' | 'projectId' | 'type' | 'buildTemplateId'>,
  { inventoryId, buildTaskId }: LaunchReferences,
): Promise<void> {
  const { projectId } = template;
  const inventory = inventoryId === null ? null : await manager.findOneBy(Inventory, { id: inventoryId, projectId });
  const types = APP_INVENTORY_TYPES[effectiveApp(template.app)];
  if (inventory && types && !types.includes(inventory.type)) {
    throw badRequest('inventory_id: the type of this inventory does not fit the app');
  }
  const build = buildTaskId === null ? null : await manager.findOneBy(Task, { id: buildTaskId, projectId });
  if (build && (template.type !== 'deploy' || build.templateId !== template.buildTemplateId)) {
    throw badRequest('build_task_id: must be a task of the build template');
  }
  if (build && build.status !== 'success') {
    throw badRequest('build_task_id: the build has not succeeded');
  }
}

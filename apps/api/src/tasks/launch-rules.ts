import { inventoryTypesOf, effectiveApp } from '@switchyard/contracts';
import type { TaskOrigin } from '@switchyard/engine';
import { badRequest } from '../http/refusals.js';

/**
 * Checks that what a launch names fits its template. Ids that do not exist in the project are the engine's to refuse.
 * @param inventoryId the inventory to use instead of the template's
 * @throws 400 saying what does not fit
 */
export function requireLaunchable({ template, inventory, build }: TaskOrigin, inventoryId: number | null): void {
  const types = inventoryTypesOf(effectiveApp(template.app));
  if (inventory && inventory.id === inventoryId && types && !types.includes(inventory.type)) {
    throw badRequest('inventory_id: the type of this inventory does not fit the app');
  }
  if (build && (template.type !== 'deploy' || build.templateId !== template.buildTemplateId)) {
    throw badRequest('build_task_id: must be a task of the build template');
  }
  if (build && build.status !== 'success') {
    throw badRequest('build_task_id: the build has not succeeded');
  }
}

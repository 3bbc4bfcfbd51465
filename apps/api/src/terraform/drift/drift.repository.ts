import { WorkspaceDrift } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

/** What is known of the workspaces of a template, by workspace. */
export const findDrifts = (manager: EntityManager, templateId: number): Promise<WorkspaceDrift[]> =>
  manager.find(WorkspaceDrift, { where: { templateId }, order: { inventoryId: 'ASC' } });

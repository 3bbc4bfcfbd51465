import { Inventory } from '@switchyard/database';

/** The parameters of a later launch as people may see them; `null` = it launches with what the template has. */
export const shownParams = (params: Record<string, unknown>): Record<string, unknown> | null =>
  Object.keys(params).length === 0 ? null : { ...params, secret: '' };

/** Ids in the parameters of a later launch. Tasks are in no backup. */
export const LAUNCH_REFERENCES = { inventory_id: Inventory, build_task_id: null } as const;

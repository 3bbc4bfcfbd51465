import { Inventory } from '@switchyard/database';

/** Ids in the parameters of a later launch. Tasks are in no backup. */
export const LAUNCH_REFERENCES = { inventory_id: Inventory, build_task_id: null } as const;

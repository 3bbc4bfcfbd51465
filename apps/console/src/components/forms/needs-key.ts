import type { Inventory } from '@switchyard/contracts';

/** Whether the form of an inventory requires a key (resources 5): a stored one that was made without stays as it is. */
export const needsKey = (row: Pick<Inventory, 'ssh_key_id'> | null): boolean => row === null || row.ssh_key_id !== null;

import type { Template } from '@switchyard/contracts';
import { useListAllInventoriesQuery } from '../../api/inventories-api.js';

/** Name of an inventory of the template's project, held or not. */
export function useInventoryName(template: Template, inventoryId: number | null): string | undefined {
  const { data } = useListAllInventoriesQuery(template.project_id);
  return data?.find(({ id }) => id === inventoryId)?.name;
}

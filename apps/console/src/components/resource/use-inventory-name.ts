import type { Template } from '@switchyard/contracts';
import { useInventoryChoices } from './use-inventory-choices.js';

/** Name of an inventory that runs of the template can use. */
export function useInventoryName(template: Template, inventoryId: number | null): string | undefined {
  const { inventories } = useInventoryChoices(template.project_id, template.app, template);
  return inventories.find(({ id }) => id === inventoryId)?.name;
}

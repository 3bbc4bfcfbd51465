import type { Template } from '@switchyard/contracts';
import { useInventoryChoices } from './use-inventory-choices.js';

/** Name of an inventory that the template can use; workspaces that are attached to it are in no other list. */
export function useInventoryName(template: Template, inventoryId: number | null): string | undefined {
  const { inventories } = useInventoryChoices(template.project_id, template.app, template.id);
  return inventories.find(({ id }) => id === inventoryId)?.name;
}

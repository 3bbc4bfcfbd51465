import type { Inventory, Template } from '@switchyard/contracts';
import { useListAllInventoriesQuery } from '../../api/inventories-api.js';
import { inventoryChoices } from './inventory-choices.js';

interface Choices {
  inventories: Inventory[];
  isLoading: boolean;
}

/** Inventories that a template of the app can be given; with a template, those that a run of it can name. */
export function useInventoryChoices(projectId: number, app: string, template?: Template): Choices {
  const { data = [], isLoading } = useListAllInventoriesQuery(projectId);
  return { inventories: inventoryChoices(data, app, template), isLoading };
}

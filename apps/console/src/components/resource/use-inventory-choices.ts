import { type Inventory, inventoryTypesOf, isForeignStack } from '@switchyard/contracts';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useListInventoriesQuery } from '../../api/inventories-api.js';
import { useListWorkspacesQuery } from '../../api/workspaces-api.js';

interface Choices {
  inventories: Inventory[];
  isLoading: boolean;
}

/**
 * Inventories that a template of the app can use: those attached to it, and those attached to none.
 * @param templateId undefined = the template is not stored yet
 */
export function useInventoryChoices(projectId: number, app: string, templateId: number | undefined): Choices {
  const free = useListInventoriesQuery(projectId);
  const attached = useListWorkspacesQuery(templateId === undefined ? skipToken : { projectId, templateId });
  const types = inventoryTypesOf(app) ?? [];
  const all = [...(attached.data ?? []), ...(free.data ?? [])];
  return {
    inventories: all.filter((each) => types.includes(each.type) && !isForeignStack(app, each)),
    isLoading: free.isLoading || attached.isLoading,
  };
}

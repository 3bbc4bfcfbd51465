import type { Inventory, InventoryInput } from '@switchyard/contracts';
import { byName } from '../lib/compare-text.js';
import { baseApi } from './base-api.js';
import { type SaveRow, saveRequest } from './save-request.js';

const inventoriesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Those that no template has. */
    listInventories: build.query<Inventory[], number>({
      query: (projectId) => `project/${projectId}/inventory`,
      transformResponse: byName,
      providesTags: ['Inventory'],
    }),
    /** With the workspaces that templates have. */
    listAllInventories: build.query<Inventory[], number>({
      query: (projectId) => `project/${projectId}/inventory?attached=true`,
      transformResponse: byName,
      providesTags: ['Inventory', 'Template'],
    }),
    saveInventory: build.mutation<Inventory | null, SaveRow<InventoryInput>>({
      query: (row) => saveRequest('inventory', row),
      invalidatesTags: ['Inventory', 'Event'],
    }),
  }),
});

export const { useListInventoriesQuery, useListAllInventoriesQuery, useSaveInventoryMutation } = inventoriesApi;

import type { Inventory, InventoryInput } from '@switchyard/contracts';
import { byName } from '../lib/compare-text.js';
import { baseApi } from './base-api.js';
import { type SaveRow, saveRequest } from './save-request.js';

const inventoriesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listInventories: build.query<Inventory[], number>({
      query: (projectId) => `project/${projectId}/inventory`,
      transformResponse: byName,
      providesTags: ['Inventory'],
    }),
    saveInventory: build.mutation<Inventory | null, SaveRow<InventoryInput>>({
      query: (row) => saveRequest('inventory', row),
      invalidatesTags: ['Inventory', 'Event'],
    }),
  }),
});

export const { useListInventoriesQuery, useSaveInventoryMutation } = inventoriesApi;

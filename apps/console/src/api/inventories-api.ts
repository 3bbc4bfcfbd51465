import type { Inventory, InventoryInput } from '@switchyard/contracts';
import { baseApi } from './base-api.js';

/** `id` absent = create. */
export interface SaveInventory {
  projectId: number;
  id?: number | undefined;
  body: InventoryInput;
}

const inventoriesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listInventories: build.query<Inventory[], number>({
      query: (projectId) => `project/${projectId}/inventory`,
      providesTags: ['Inventory'],
    }),
    saveInventory: build.mutation<Inventory | null, SaveInventory>({
      query: ({ projectId, id, body }) => ({
        url: `project/${projectId}/inventory${id === undefined ? '' : `/${id}`}`,
        method: id === undefined ? 'POST' : 'PUT',
        body: { ...body, id, project_id: projectId },
      }),
      invalidatesTags: ['Inventory', 'Event'],
    }),
  }),
});

export const { useListInventoriesQuery, useSaveInventoryMutation } = inventoriesApi;

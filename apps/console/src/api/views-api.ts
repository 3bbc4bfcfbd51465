import type { View, ViewInput, ViewPositions } from '@switchyard/contracts';
import { baseApi } from './base-api.js';
import { type SaveRow, saveRequest } from './save-request.js';

interface ViewRef {
  projectId: number;
  id: number;
}

const byPosition = (one: View, other: View): number => one.position - other.position || one.id - other.id;

const viewsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listViews: build.query<View[], number>({
      query: (projectId) => `project/${projectId}/views`,
      providesTags: ['View'],
    }),
    saveView: build.mutation<View | null, SaveRow<ViewInput>>({
      query: (row) => saveRequest('views', row),
      invalidatesTags: ['View', 'Event'],
    }),
    deleteView: build.mutation<null, ViewRef>({
      query: ({ projectId, id }) => ({ url: `project/${projectId}/views/${id}`, method: 'DELETE' }),
      invalidatesTags: ['View', 'Template', 'Event'],
    }),
    /** The order is on screen at once, and as it was again when it is refused. */
    orderViews: build.mutation<null, { projectId: number; positions: ViewPositions }>({
      query: ({ projectId, positions }) => ({
        url: `project/${projectId}/views/positions`,
        method: 'POST',
        body: positions,
      }),
      onQueryStarted: ({ projectId, positions }, { dispatch, queryFulfilled }) => {
        const place = new Map(Object.entries(positions));
        const patch = dispatch(
          viewsApi.util.updateQueryData('listViews', projectId, (views) =>
            views.map((view) => ({ ...view, position: place.get(String(view.id)) ?? view.position })).sort(byPosition),
          ),
        );
        queryFulfilled.catch(() => patch.undo());
      },
      invalidatesTags: ['View', 'Event'],
    }),
  }),
});

export const { listViews } = viewsApi.endpoints;
export const { useListViewsQuery, useSaveViewMutation, useDeleteViewMutation, useOrderViewsMutation } = viewsApi;

import type { View, ViewInput, ViewPositions } from '@switchyard/contracts';
import { baseApi } from './base-api.js';

interface ViewRef {
  projectId: number;
  id: number;
}

/** `id` absent = create. */
interface SaveView {
  projectId: number;
  id?: number | undefined;
  body: ViewInput;
}

const byPosition = (one: View, other: View): number => one.position - other.position || one.id - other.id;

const viewsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listViews: build.query<View[], number>({
      query: (projectId) => `project/${projectId}/views`,
      providesTags: ['View'],
    }),
    getView: build.query<View, ViewRef>({
      query: ({ projectId, id }) => `project/${projectId}/views/${id}`,
      keepUnusedDataFor: 0,
    }),
    saveView: build.mutation<View | null, SaveView>({
      query: ({ projectId, id, body }) => ({
        url: `project/${projectId}/views${id === undefined ? '' : `/${id}`}`,
        method: id === undefined ? 'POST' : 'PUT',
        body: { ...body, id, project_id: projectId },
      }),
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

export const {
  useListViewsQuery,
  useLazyGetViewQuery,
  useSaveViewMutation,
  useDeleteViewMutation,
  useOrderViewsMutation,
} = viewsApi;

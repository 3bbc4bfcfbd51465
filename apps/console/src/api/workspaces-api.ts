import type { WorkspaceDrift } from '@switchyard/contracts';
import { baseApi } from './base-api.js';
import type { WorkspaceRef } from './terraform-api.js';

/** A template and a workspace that is, or shall be, attached to it. */
interface AttachedRef extends WorkspaceRef {
  templateId: number;
}

const workspacesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listDrifts: build.query<WorkspaceDrift[], { projectId: number; templateId: number }>({
      query: ({ projectId, templateId }) => `project/${projectId}/templates/${templateId}/drift`,
      providesTags: ['Inventory', { type: 'TaskList', id: 'PROJECT' }],
    }),
    changeWorkspace: build.mutation<null, AttachedRef & { change: 'attach' | 'detach' | 'set_default' }>({
      query: ({ projectId, templateId, inventoryId, change }) => ({
        url: `project/${projectId}/templates/${templateId}/inventory/${inventoryId}/${change}`,
        method: 'POST',
      }),
      invalidatesTags: (_result, _error, { templateId }) => [
        'Inventory',
        { type: 'Template', id: templateId },
        { type: 'Template', id: 'LIST' },
        'Event',
      ],
    }),
  }),
});

export const { useListDriftsQuery, useChangeWorkspaceMutation } = workspacesApi;

import type { Template, TemplateInput } from '@switchyard/contracts';
import { byName } from '../lib/compare-text.js';
import { baseApi } from './base-api.js';
import { type SaveRow, saveRequest } from './save-request.js';

export const templatesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listTemplates: build.query<Template[], number>({
      query: (projectId) => `project/${projectId}/templates`,
      transformResponse: byName,
      providesTags: [
        { type: 'Template', id: 'LIST' },
        { type: 'TaskList', id: 'PROJECT' },
      ],
    }),
    getTemplate: build.query<Template, { projectId: number; id: number }>({
      query: ({ projectId, id }) => `project/${projectId}/templates/${id}`,
      providesTags: (_template, _error, { id }) => [
        { type: 'Template', id },
        { type: 'TaskList', id },
      ],
    }),
    saveTemplate: build.mutation<Template | null, SaveRow<TemplateInput>>({
      query: (row) => saveRequest('templates', row),
      invalidatesTags: (_saved, _error, { id }) => [
        { type: 'Template', id: id ?? 'LIST' },
        { type: 'Template', id: 'LIST' },
        'Inventory',
        'Event',
      ],
    }),
    moveTemplate: build.mutation<null, { projectId: number; id: number; view_id: number | null }>({
      query: ({ projectId, id, view_id }) => ({
        url: `project/${projectId}/templates/${id}/view`,
        method: 'PUT',
        body: { view_id },
      }),
      invalidatesTags: (_result, _error, { id }) => [
        { type: 'Template', id: 'LIST' },
        { type: 'Template', id },
        'Event',
      ],
    }),
    describeTemplate: build.mutation<null, { projectId: number; id: number; description: string | null }>({
      query: ({ projectId, id, description }) => ({
        url: `project/${projectId}/templates/${id}/description`,
        method: 'PUT',
        body: { description },
      }),
      invalidatesTags: (_result, _error, { id }) => [
        { type: 'Template', id: 'LIST' },
        { type: 'Template', id },
        'Event',
      ],
    }),
  }),
});

export const { listTemplates } = templatesApi.endpoints;
export const {
  useListTemplatesQuery,
  useGetTemplateQuery,
  useLazyGetTemplateQuery,
  useSaveTemplateMutation,
  useMoveTemplateMutation,
  useDescribeTemplateMutation,
} = templatesApi;

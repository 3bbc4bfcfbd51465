import type { Template, TemplateInput } from '@switchyard/contracts';
import { baseApi } from './base-api.js';

/** `id` absent = create. */
export interface SaveTemplate {
  projectId: number;
  id?: number | undefined;
  body: TemplateInput;
}

export const templatesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listTemplates: build.query<Template[], number>({
      query: (projectId) => `project/${projectId}/templates`,
      providesTags: [
        { type: 'Template', id: 'LIST' },
        { type: 'TaskList', id: 'PROJECT' },
      ],
    }),
    getTemplate: build.query<Template, { projectId: number; id: number }>({
      query: ({ projectId, id }) => `project/${projectId}/templates/${id}`,
      providesTags: (_template, _error, { id }) => [{ type: 'Template', id }],
    }),
    saveTemplate: build.mutation<Template | null, SaveTemplate>({
      query: ({ projectId, id, body }) => ({
        url: `project/${projectId}/templates${id === undefined ? '' : `/${id}`}`,
        method: id === undefined ? 'POST' : 'PUT',
        body: { ...body, id, project_id: projectId },
      }),
      invalidatesTags: (_saved, _error, { id }) => [
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

export const {
  useListTemplatesQuery,
  useGetTemplateQuery,
  useLazyGetTemplateQuery,
  useSaveTemplateMutation,
  useDescribeTemplateMutation,
} = templatesApi;

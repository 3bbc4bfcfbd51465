import type { TemplateLogMatches } from '@switchyard/contracts';
import { baseApi } from './base-api.js';

/** Where a search in the logs of a template goes on, and for what. */
interface LogSearch {
  projectId: number;
  templateId: number;
  q: string;
  /** Only tasks with a lower id. */
  before?: number | undefined;
}

export const { useSearchTemplateLogsQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    searchTemplateLogs: build.query<TemplateLogMatches, LogSearch>({
      query: ({ projectId, templateId, ...params }) => ({
        url: `project/${projectId}/templates/${templateId}/logs/search`,
        params,
      }),
    }),
  }),
});

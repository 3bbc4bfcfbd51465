import type { ObjectReferences } from '@switchyard/contracts';
import { baseApi, type ApiTag } from './base-api.js';

/** Path segment of every kind of resource that is deleted after its references are read. */
export type ResourceKind =
  | 'keys'
  | 'repositories'
  | 'inventory'
  | 'environment'
  | 'templates'
  | 'schedules'
  | 'workflows'
  | 'integrations';

/** Name of its kind for people when it is deleted: a workspace is stored as an inventory. */
export type DeletedThing = ResourceKind | 'workspaces';

export interface ResourceRef {
  projectId: number;
  kind: ResourceKind;
  id: number;
}

/** Tag that a deletion changes. The page of a deleted template or workflow is not fetched again while it closes. */
const tagOf: Readonly<Record<ResourceKind, ApiTag>> = {
  keys: 'Key',
  repositories: 'Repository',
  inventory: 'Inventory',
  environment: 'Environment',
  templates: { type: 'Template', id: 'LIST' },
  schedules: 'Schedule',
  workflows: { type: 'Workflow', id: 'LIST' },
  integrations: 'Integration',
};

const pathOf = ({ projectId, kind, id }: ResourceRef): string => `project/${projectId}/${kind}/${id}`;

const resourcesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getReferences: build.query<ObjectReferences, ResourceRef>({
      query: (ref) => `${pathOf(ref)}/refs`,
      keepUnusedDataFor: 0,
    }),
    deleteResource: build.mutation<null, ResourceRef>({
      query: (ref) => ({ url: pathOf(ref), method: 'DELETE' }),
      invalidatesTags: (_result, error, ref) =>
        error ? [] : [tagOf[ref.kind], { type: 'TaskList', id: 'PROJECT' }, 'Event'],
    }),
  }),
});

export const { useGetReferencesQuery, useDeleteResourceMutation } = resourcesApi;

import type {
  CacheClearing,
  Event,
  EventListQuery,
  OwnRole,
  Project,
  ProjectContents,
  ProjectInput,
  ProjectReadiness,
  ProjectRole,
  RestoredProject,
  RestorePreview,
  SealedBackupInput,
} from '@switchyard/contracts';
import { byName } from '../lib/compare-text.js';
import { baseApi } from './base-api.js';
import { followReadiness } from './follow-readiness.js';
import { PROJECTS_PATH } from './project-paths.js';
import { ifMatch } from './save-request.js';

/** Body of an update; the path names the project. */
export type ProjectUpdate = ProjectInput & { id: number };

/** Which entries of the activity; `object_type` may be several, separated by commas. */
export interface EventFilter extends Pick<EventListQuery, 'user_id' | 'start' | 'end'> {
  object_type?: string;
}

interface EventPage extends EventFilter {
  projectId: number;
  limit: number;
  /** Cursors of entries: only older ones, or the next newer ones. */
  before?: number;
  after?: number;
}

/** A restore, with what its caller wants of the file. */
interface Restore {
  body: object;
  /** Its team comes along. */
  members: boolean;
  /** Its schedules start tasks at once; else they come paused. */
  schedules: boolean;
}

const projectsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listProjects: build.query<Project[], void>({
      query: () => PROJECTS_PATH,
      transformResponse: byName,
      providesTags: ['Project'],
    }),
    createProject: build.mutation<Project, Pick<ProjectInput, 'name'> & Partial<ProjectInput>>({
      query: (body) => ({ url: 'projects', method: 'POST', body }),
      invalidatesTags: ['Project'],
    }),
    updateProject: build.mutation<null, ProjectUpdate & { tag?: string | null }>({
      query: ({ tag, ...body }) => ({ url: `project/${body.id}`, method: 'PUT', headers: ifMatch(tag), body }),
      invalidatesTags: ['Project', 'Event'],
    }),
    deleteProject: build.mutation<null, number>({
      query: (id) => ({ url: `project/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Project'],
    }),
    getContents: build.query<ProjectContents, number>({ query: (id) => `project/${id}/contents` }),
    clearProjectCache: build.mutation<null, number>({
      query: (id) => ({ url: `project/${id}/cache`, method: 'DELETE' }),
    }),
    getReadiness: build.query<ProjectReadiness, number>({
      query: (id) => `project/${id}/readiness`,
      providesTags: ['Readiness', 'Runner', 'Template'],
      onCacheEntryAdded: followReadiness,
    }),
    getCacheClearing: build.query<CacheClearing, number>({ query: (id) => `project/${id}/cache` }),
    backupProject: build.mutation<string, number>({
      query: (id) => ({
        url: `project/${id}/backup`,
        responseHandler: (response) => (response.ok ? response.text() : response.json()),
      }),
      invalidatesTags: ['Event'],
    }),
    backupProjectSecrets: build.mutation<string, { projectId: number } & SealedBackupInput>({
      query: ({ projectId, ...body }) => ({
        url: `project/${projectId}/backup`,
        method: 'POST',
        body,
        responseHandler: (response) => (response.ok ? response.text() : response.json()),
      }),
      invalidatesTags: ['Event'],
    }),
    listRoles: build.query<OwnRole[], void>({ query: () => 'user/roles', providesTags: ['Team'] }),
    getRole: build.query<ProjectRole, number>({ query: (id) => `project/${id}/role`, providesTags: ['Team'] }),
    listEvents: build.query<Event[], EventPage>({
      query: ({ projectId, ...params }) => ({ url: `project/${projectId}/events`, params }),
      providesTags: ['Event'],
    }),
  }),
});

const restoreApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    previewRestore: build.mutation<RestorePreview, object>({
      query: (body) => ({ url: 'projects/restore/plan', params: { partial: true }, method: 'POST', body }),
    }),
    restoreProject: build.mutation<RestoredProject, Restore>({
      query: ({ body, ...choices }) => ({
        url: 'projects/restore',
        params: { partial: true, ...choices },
        method: 'POST',
        body,
      }),
      invalidatesTags: ['Project'],
    }),
  }),
});

export const { usePreviewRestoreMutation, useRestoreProjectMutation } = restoreApi;

export const { listProjects, getRole, getReadiness } = projectsApi.endpoints;
export const {
  useListProjectsQuery,
  useCreateProjectMutation,
  useUpdateProjectMutation,
  useDeleteProjectMutation,
  useClearProjectCacheMutation,
  useGetReadinessQuery,
  useGetContentsQuery,
  useLazyGetCacheClearingQuery,
  useBackupProjectMutation,
  useBackupProjectSecretsMutation,
  useGetRoleQuery,
  useListRolesQuery,
  useListEventsQuery,
} = projectsApi;

import type { Event, OwnRole, Project, ProjectInput, ProjectRole } from '@switchyard/contracts';
import { baseApi } from './base-api.js';
import { ifMatch } from './save-request.js';

/** Body of an update; the path names the project. */
export type ProjectUpdate = ProjectInput & { id: number };

const projectsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listProjects: build.query<Project[], void>({ query: () => 'projects', providesTags: ['Project'] }),
    createProject: build.mutation<Project, ProjectInput>({
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
    clearProjectCache: build.mutation<null, number>({
      query: (id) => ({ url: `project/${id}/cache`, method: 'DELETE' }),
    }),
    listRoles: build.query<OwnRole[], void>({ query: () => 'user/roles', providesTags: ['Team'] }),
    getRole: build.query<ProjectRole, number>({ query: (id) => `project/${id}/role`, providesTags: ['Team'] }),
    listLastEvents: build.query<Event[], number>({
      query: (id) => `project/${id}/events/last`,
      providesTags: ['Event'],
    }),
  }),
});

export const {
  useListProjectsQuery,
  useCreateProjectMutation,
  useUpdateProjectMutation,
  useDeleteProjectMutation,
  useClearProjectCacheMutation,
  useGetRoleQuery,
  useListRolesQuery,
  useListLastEventsQuery,
} = projectsApi;

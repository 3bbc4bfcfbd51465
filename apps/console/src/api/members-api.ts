import type { MemberInput, ProjectUser, Role } from '@switchyard/contracts';
import { byName } from '../lib/compare-text.js';
import { baseApi } from './base-api.js';

interface MemberRef {
  projectId: number;
  userId: number;
}

const membersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listMembers: build.query<ProjectUser[], number>({
      query: (id) => `project/${id}/users?sort=name&order=asc`,
      transformResponse: byName,
      providesTags: ['Team'],
    }),
    addMember: build.mutation<null, { projectId: number; body: MemberInput }>({
      query: ({ projectId, body }) => ({ url: `project/${projectId}/users`, method: 'POST', body }),
      invalidatesTags: ['Team', 'Event'],
    }),
    changeRole: build.mutation<null, MemberRef & { role: Role }>({
      query: ({ projectId, userId, role }) => ({
        url: `project/${projectId}/users/${userId}`,
        method: 'PUT',
        body: { role },
      }),
      invalidatesTags: ['Team', 'Event'],
    }),
    removeMember: build.mutation<null, MemberRef>({
      query: ({ projectId, userId }) => ({ url: `project/${projectId}/users/${userId}`, method: 'DELETE' }),
      invalidatesTags: ['Team', 'Event'],
    }),
    leaveProject: build.mutation<null, number>({
      query: (projectId) => ({ url: `project/${projectId}/me`, method: 'DELETE' }),
      invalidatesTags: ['Project', 'Team'],
    }),
  }),
});

export const {
  useListMembersQuery,
  useAddMemberMutation,
  useChangeRoleMutation,
  useRemoveMemberMutation,
  useLeaveProjectMutation,
} = membersApi;

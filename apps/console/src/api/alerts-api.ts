import type { AlertChannel, AlertChannelInput, AlertState, AlertTest } from '@switchyard/contracts';
import { baseApi } from './base-api.js';

export interface ChannelRef {
  projectId: number;
  id: number;
}

/** `id` absent = create. */
interface SaveChannel {
  projectId: number;
  id?: number | undefined;
  body: AlertChannelInput;
}

const pathOf = ({ projectId, id }: ChannelRef): string => `project/${projectId}/alert_channels/${id}`;

const alertsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listAlertChannels: build.query<AlertChannel[], number>({
      query: (projectId) => `project/${projectId}/alert_channels`,
      providesTags: ['Alert'],
    }),
    saveAlertChannel: build.mutation<AlertChannel | null, SaveChannel>({
      query: ({ projectId, id, body }) => ({
        url: id === undefined ? `project/${projectId}/alert_channels` : pathOf({ projectId, id }),
        method: id === undefined ? 'POST' : 'PUT',
        body: { ...body, id, project_id: projectId },
      }),
      invalidatesTags: ['Alert', 'Event'],
    }),
    deleteAlertChannel: build.mutation<null, ChannelRef>({
      query: (ref) => ({ url: pathOf(ref), method: 'DELETE' }),
      invalidatesTags: ['Alert', 'Event'],
    }),
    testAlertChannel: build.mutation<AlertTest, ChannelRef>({
      query: (ref) => ({ url: `${pathOf(ref)}/test`, method: 'POST' }),
    }),
    getAlertState: build.query<AlertState, number>({
      query: (projectId) => `project/${projectId}/alert_deliveries`,
      providesTags: ['Alert'],
    }),
    sendAlertAgain: build.mutation<null, { projectId: number; delivery: string }>({
      query: ({ projectId, delivery }) => ({
        url: `project/${projectId}/alert_deliveries/${delivery}/send_again`,
        method: 'POST',
      }),
      invalidatesTags: ['Alert'],
    }),
  }),
});

export const {
  useListAlertChannelsQuery,
  useSaveAlertChannelMutation,
  useDeleteAlertChannelMutation,
  useTestAlertChannelMutation,
  useGetAlertStateQuery,
  useLazyGetAlertStateQuery,
  useSendAlertAgainMutation,
} = alertsApi;

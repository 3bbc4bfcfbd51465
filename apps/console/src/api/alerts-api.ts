import type { AlertChannel, AlertChannelInput, AlertStatus, AlertTest } from '@switchyard/contracts';
import { byName } from '../lib/compare-text.js';
import { baseApi } from './base-api.js';
import { saveRequest, type SaveRow } from './save-request.js';

export interface ChannelRef {
  projectId: number;
  id: number;
}

const pathOf = ({ projectId, id }: ChannelRef): string => `project/${projectId}/alert_channels/${id}`;

const alertsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listAlertChannels: build.query<AlertChannel[], number>({
      query: (projectId) => `project/${projectId}/alert_channels`,
      transformResponse: byName,
      providesTags: ['Alert'],
    }),
    saveAlertChannel: build.mutation<AlertChannel | null, SaveRow<AlertChannelInput>>({
      query: (save) => saveRequest('alert_channels', save),
      invalidatesTags: ['Alert', 'Event'],
    }),
    deleteAlertChannel: build.mutation<null, ChannelRef>({
      query: (ref) => ({ url: pathOf(ref), method: 'DELETE' }),
      invalidatesTags: ['Alert', 'Event'],
    }),
    testAlertChannel: build.mutation<AlertTest, ChannelRef>({
      query: (ref) => ({ url: `${pathOf(ref)}/test`, method: 'POST' }),
      invalidatesTags: ['Alert'],
    }),
    getAlertStatus: build.query<AlertStatus, number>({
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
  useGetAlertStatusQuery,
  useSendAlertAgainMutation,
} = alertsApi;

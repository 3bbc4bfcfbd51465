import type { AuditReceiver, AuditReceiverInput } from '@switchyard/contracts';
import { byName } from '../lib/compare-text.js';
import { baseApi } from './base-api.js';
import { ifMatch } from './save-request.js';

interface SaveReceiver {
  /** Absent = it is created. */
  id?: number | undefined;
  /** The state that was edited. */
  tag?: string | null | undefined;
  body: AuditReceiverInput;
}

/** Path of a receiver. */
export const receiverPath = (id: number): string => `audit/receivers/${id}`;

const auditReceiversApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listAuditReceivers: build.query<AuditReceiver[], void>({
      query: () => 'audit/receivers',
      transformResponse: byName,
      providesTags: ['AuditReceiver'],
    }),
    saveAuditReceiver: build.mutation<AuditReceiver | null, SaveReceiver>({
      query: ({ id, tag, body }) => ({
        url: id === undefined ? 'audit/receivers' : receiverPath(id),
        method: id === undefined ? 'POST' : 'PUT',
        headers: ifMatch(tag),
        body: { ...body, id },
      }),
      invalidatesTags: ['AuditReceiver'],
    }),
    deleteAuditReceiver: build.mutation<null, number>({
      query: (id) => ({ url: receiverPath(id), method: 'DELETE' }),
      invalidatesTags: ['AuditReceiver'],
    }),
    testAuditReceiver: build.mutation<null, number>({
      query: (id) => ({ url: `${receiverPath(id)}/test`, method: 'POST' }),
      invalidatesTags: ['AuditReceiver'],
    }),
  }),
});

export const {
  useListAuditReceiversQuery,
  useSaveAuditReceiverMutation,
  useDeleteAuditReceiverMutation,
  useTestAuditReceiverMutation,
} = auditReceiversApi;

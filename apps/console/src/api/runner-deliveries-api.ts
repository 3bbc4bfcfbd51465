import type { RunnerDelivery } from '@switchyard/contracts';
import { baseApi } from './base-api.js';
import { pathOf, type RunnerRef } from './runners-api.js';

const runnerDeliveriesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listDeliveries: build.query<RunnerDelivery[], RunnerRef>({
      query: (ref) => `${pathOf(ref)}/deliveries`,
      providesTags: ['Runner'],
    }),
    sendDeliveryAgain: build.mutation<null, RunnerRef & { delivery: string }>({
      query: ({ delivery, ...ref }) => ({ url: `${pathOf(ref)}/deliveries/${delivery}/send_again`, method: 'POST' }),
      invalidatesTags: ['Runner'],
    }),
  }),
});

export const { useListDeliveriesQuery, useSendDeliveryAgainMutation } = runnerDeliveriesApi;

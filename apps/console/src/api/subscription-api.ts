import type { Subscription } from '@switchyard/contracts';
import { baseApi } from './base-api.js';

const subscriptionApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** 404 without one. */
    getSubscription: build.query<Subscription, void>({ query: () => 'subscription', providesTags: ['Subscription'] }),
    /** Changes the features of the user and the installation. */
    activateSubscription: build.mutation<Subscription, { key: string }>({
      query: (body) => ({ url: 'subscription', method: 'POST', body }),
      invalidatesTags: ['Subscription'],
    }),
  }),
});

export const { useGetSubscriptionQuery, useActivateSubscriptionMutation } = subscriptionApi;

import type { SystemInfo } from '@switchyard/contracts';
import { baseApi } from './base-api.js';

const systemApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getInfo: build.query<SystemInfo, void>({
      query: () => 'info',
      keepUnusedDataFor: 3_600,
      providesTags: ['Subscription'],
    }),
  }),
});

export const { useGetInfoQuery } = systemApi;

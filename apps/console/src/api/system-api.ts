import type { InstallInfo, PostFeed, SystemInfo } from '@switchyard/contracts';
import { baseApi } from './base-api.js';

const systemApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getInfo: build.query<SystemInfo, void>({
      query: () => 'info',
      keepUnusedDataFor: 3_600,
      providesTags: ['Subscription'],
    }),
    getPosts: build.query<PostFeed, void>({ query: () => 'posts' }),
    getInstall: build.query<InstallInfo, void>({ query: () => 'install' }),
  }),
});

export const { getInfo } = systemApi.endpoints;
export const { useGetInfoQuery, useGetPostsQuery, useGetInstallQuery } = systemApi;

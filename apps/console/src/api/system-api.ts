import type { DoctorReport, InstallInfo, PostFeed, SystemInfo } from '@switchyard/contracts';
import { baseApi } from './base-api.js';
import { ownAddress } from '../lib/own-address.js';

const systemApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getInfo: build.query<SystemInfo, void>({
      query: () => 'info',
      keepUnusedDataFor: 3_600,
      providesTags: ['Subscription'],
    }),
    getPosts: build.query<PostFeed, void>({ query: () => 'posts' }),
    getDoctorReport: build.query<DoctorReport, void>({ query: () => 'doctor' }),
    getInstall: build.query<InstallInfo, void>({ query: () => 'install' }),
  }),
});

export const { getInfo } = systemApi.endpoints;
/** A file for the person who helps. */
export const BUNDLE_ADDRESS = ownAddress('/api/doctor/bundle');

export const { useGetDoctorReportQuery, useGetInfoQuery, useGetPostsQuery, useGetInstallQuery } = systemApi;

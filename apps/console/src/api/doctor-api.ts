import type { DoctorReport } from '@switchyard/contracts';
import { baseApi } from './base-api.js';

/** A file for the person who helps. */
export const BUNDLE_PATH = '/api/doctor/bundle';

const doctorApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getDoctorReport: build.query<DoctorReport, void>({ query: () => 'doctor' }),
  }),
});

export const { useGetDoctorReportQuery } = doctorApi;

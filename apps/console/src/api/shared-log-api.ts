import { LOG_LINK_HEADER, type SharedLog } from '@switchyard/contracts';
import { baseApi } from './base-api.js';
import { getJson } from './get-json.js';

const BASE = 'shared/log';
const headersOf = (token: string) => ({ [LOG_LINK_HEADER]: token });

/** Reads a part of the log that a link leads to. @param path below that of the log */
export const getShared = <Answer>(token: string, path: string, signal: AbortSignal): Promise<Answer> =>
  getJson<Answer>(`${BASE}/${path}`, signal, headersOf(token));

const sharedLogApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** By the token of a link, for which no session is needed. */
    getSharedLog: build.query<SharedLog, string>({
      query: (token) => ({ url: BASE, headers: headersOf(token) }),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetSharedLogQuery } = sharedLogApi;

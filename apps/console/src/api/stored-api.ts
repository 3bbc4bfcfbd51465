import { useState } from 'react';
import { baseApi } from './base-api.js';

/** A row as the server has it, and the name of that state. */
export interface Stored<Row> {
  row: Row;
  tag: string | null;
}

const storedApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    readStored: build.query<Stored<unknown>, string>({
      query: (path) => path,
      transformResponse: (row, meta) => ({ row, tag: meta?.response?.headers.get('etag') ?? null }),
      keepUnusedDataFor: 0,
    }),
  }),
});

/** Row as it was read when the form was opened; `undefined` = not yet. */
interface StoredRead<Row> {
  stored: Stored<Row> | undefined;
  error: unknown;
  /** The present state. The opened state stays as it is. @throws ApiError */
  readAgain: () => Promise<Stored<Row>>;
}

/** Reads a row once: what changes afterwards must not replace what somebody is editing. */
export function useStored<Row>(path: string): StoredRead<Row> {
  const { data, error, isFetching, refetch } = storedApi.useReadStoredQuery(path, { refetchOnMountOrArgChange: true });
  const [stored, setStored] = useState<Stored<Row>>();
  if (stored === undefined && data !== undefined && !isFetching) {
    setStored(data as Stored<Row>);
  }
  return { stored, error, readAgain: async () => (await refetch().unwrap()) as Stored<Row> };
}

/** Reads a row when it is needed. @returns its reader; it throws an ApiError */
export function useReadStored<Row>(): (path: string) => Promise<Stored<Row>> {
  const [read] = storedApi.useLazyReadStoredQuery();
  return async (path) => (await read(path).unwrap()) as Stored<Row>;
}

import { configureStore } from '@reduxjs/toolkit';
import { describe, expect, it } from '@jest/globals';
import { baseApi } from './base-api.js';
import { refreshRightsWhenRefused } from './refused-rights.js';

let reads = 0;

const api = baseApi.injectEndpoints({
  endpoints: (build) => ({
    readRights: build.query<number, void>({ queryFn: () => ({ data: ++reads }), providesTags: ['Team'] }),
    change: build.mutation<null, number>({
      queryFn: (status) => ({ error: { status, message: 'refused', code: null, issues: [], inUse: false } }),
    }),
  }),
});

/** How often the rights are read when a change is refused with `status`. */
async function readsAfter(status: number): Promise<number> {
  reads = 0;
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware, refreshRightsWhenRefused),
  });
  await store.dispatch(api.endpoints.readRights.initiate());
  await store.dispatch(api.endpoints.change.initiate(status));
  await Promise.all(store.dispatch(baseApi.util.getRunningQueriesThunk()));
  store.dispatch(baseApi.util.resetApiState());
  return reads;
}

describe('a refused change', () => {
  it('should read the rights again when it was forbidden', async () => {
    await expect(readsAfter(403)).resolves.toBe(2);
  });

  it('should leave them alone when it failed otherwise', async () => {
    await expect(readsAfter(400)).resolves.toBe(1);
  });
});

import type { ProjectReadiness } from '@switchyard/contracts';
import type { UnknownAction } from '@reduxjs/toolkit';
import { baseApi } from './base-api.js';
import { subscriptions } from './socket.js';

/** The readiness of a project as long as it is kept. */
interface KeptReadiness {
  dispatch: (action: UnknownAction) => unknown;
  getCacheEntry: () => { data?: ProjectReadiness };
  cacheEntryRemoved: Promise<void>;
}

const isLacking = ({ blocked, runners }: ProjectReadiness): boolean => blocked.length > 0 || runners.length === 0;

/** While tasks lack a runner, the readiness is read again when runners changed. */
export async function followReadiness(projectId: number, kept: KeptReadiness): Promise<void> {
  const leave = subscriptions.runners(projectId, () => {
    const { data } = kept.getCacheEntry();
    if (data && isLacking(data)) {
      kept.dispatch(baseApi.util.invalidateTags(['Readiness']));
    }
  });
  await kept.cacheEntryRemoved;
  leave();
}

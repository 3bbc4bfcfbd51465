import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { baseApi } from '../../api/base-api.js';
import type { RunnerScope } from '../../api/runners-api.js';
import { subscriptions } from '../../api/socket.js';
import type { AppDispatch } from '../../api/store.js';

/** Fetches what is on screen of the runners again when the server reports a change, at a limited rate. */
export function useLiveRunners(scope: RunnerScope): void {
  const dispatch = useDispatch<AppDispatch>();
  useEffect(() => {
    const refetch = (): void => void dispatch(baseApi.util.invalidateTags(['Runner', 'RegistrationToken']));
    return subscriptions.runners(scope, refetch);
  }, [dispatch, scope]);
}

import type { DeliveryList } from '@switchyard/contracts';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { baseApi } from '../../api/base-api.js';
import { subscriptions } from '../../api/socket.js';
import type { AppDispatch } from '../../api/store.js';

const TAGS = { alerts: 'Alert', webhooks: 'IntegrationDelivery' } as const;

/** Fetches what is on screen of a list of deliveries again when the server reports a change, at a limited rate. */
export function useLiveDeliveries(projectId: number, of: DeliveryList): void {
  const dispatch = useDispatch<AppDispatch>();
  useEffect(() => {
    const refetch = (): void => void dispatch(baseApi.util.invalidateTags([TAGS[of]]));
    return subscriptions.deliveries({ project_id: projectId, of }, refetch);
  }, [dispatch, projectId, of]);
}

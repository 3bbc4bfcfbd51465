import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { baseApi } from '../../api/base-api.js';
import type { AppDispatch } from '../../api/store.js';
import { useGetSubscriptionQuery } from '../../api/subscription-api.js';
import { useGetInfoQuery } from '../../api/system-api.js';

/** Longest delay of a timer: 2^31 - 1 ms. */
const LONGEST_MS = 2_147_483_647;
/** Also the pause before the server is asked again while its clock is behind. */
const SHORTEST_MS = 1_000;

/** Reads what may be used again at the moment when the subscription ends. */
export function useSubscriptionClock(): void {
  const dispatch = useDispatch<AppDispatch>();
  const { data: info } = useGetInfoQuery();
  const { data, fulfilledTimeStamp } = useGetSubscriptionQuery(undefined, { skip: info?.edition !== 'subscription' });
  const ends = data?.state === 'active' ? Date.parse(data.expiresAt) : null;
  useEffect(() => {
    if (ends === null) {
      return undefined;
    }
    const delay = Math.min(Math.max(ends - Date.now(), SHORTEST_MS), LONGEST_MS);
    const timer = setTimeout(() => dispatch(baseApi.util.invalidateTags(['Subscription'])), delay);
    return () => clearTimeout(timer);
  }, [dispatch, ends, fulfilledTimeStamp]);
}

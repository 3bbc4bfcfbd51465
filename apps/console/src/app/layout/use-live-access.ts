import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { baseApi } from '../../api/base-api.js';
import { connection, subscriptions } from '../../api/socket.js';
import type { AppDispatch } from '../../api/store.js';

/** Keeps current, on every page, who the user is and which projects he is in. */
export function useLiveAccess(): void {
  const dispatch = useDispatch<AppDispatch>();
  useEffect(() => {
    const refresh = (): void => {
      dispatch(baseApi.util.invalidateTags(['User', 'Project', 'Team']));
    };
    const stops = [
      subscriptions.access(refresh),
      connection.losses.add(() => {
        dispatch(baseApi.util.invalidateTags(['User']));
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [dispatch]);
}

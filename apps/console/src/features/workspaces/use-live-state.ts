import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { baseApi } from '../../api/base-api.js';
import { subscriptions } from '../../api/socket.js';
import type { AppDispatch } from '../../api/store.js';

/** Fetches the state of a workspace and its lock again when the server reports a change, also one by a tool outside. */
export function useLiveState(inventoryId: number): void {
  const dispatch = useDispatch<AppDispatch>();
  useEffect(() => {
    return subscriptions.workspaces((change) => {
      if (change.inventory_id === inventoryId) {
        dispatch(baseApi.util.invalidateTags(['TerraformState']));
      }
    });
  }, [dispatch, inventoryId]);
}

import type { DeliveryList } from '@switchyard/contracts';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { baseApi } from './base-api.js';
import type { Unsubscribe } from './live/listeners.js';
import type { RunnerScope } from './runners-api.js';
import { subscriptions } from './socket.js';
import type { AppDispatch } from './store.js';

/** List on screen that others change; the server sends a message without the change. */
export type LiveList =
  | { of: 'runners'; scope: RunnerScope }
  /** Of every project, for administrators. */
  | { of: 'active-tasks' }
  | { of: Exclude<DeliveryList, 'audit'>; projectId: number }
  /** Receivers of the audit log, for administrators. */
  | { of: 'audit' }
  /** Of a workspace, with its lock, of the project that is watched. */
  | { of: 'state'; inventoryId: number };

const TAGS = {
  runners: ['Runner', 'RegistrationToken'],
  'active-tasks': ['TaskList'],
  alerts: ['Alert'],
  webhooks: ['IntegrationDelivery'],
  runs: ['WorkflowRun'],
  sync: ['Sync'],
  audit: ['AuditReceiver'],
  state: ['TerraformState'],
} as const;

function watch(list: LiveList, changed: () => void): Unsubscribe {
  switch (list.of) {
    case 'runners':
      return subscriptions.runners(list.scope, changed);
    case 'active-tasks':
      // The work of the installation's runners changes with each task.
      return subscriptions.runners(null, changed);
    case 'state':
      return subscriptions.workspaces(({ inventory_id: id }) => id === list.inventoryId && changed());
    case 'audit':
      return subscriptions.deliveries({ project_id: null, of: list.of }, changed);
    default:
      return subscriptions.deliveries({ project_id: list.projectId, of: list.of }, changed);
  }
}

/** Fetches what is on screen of the list again whenever the server reports a change, until the end that is returned. */
export function followList(dispatch: AppDispatch, list: LiveList): Unsubscribe {
  return watch(list, () => void dispatch(baseApi.util.invalidateTags([...TAGS[list.of]])));
}

/** The one way by which a list stays current that is on screen: it is fetched when it opens and when it changed, never by a timer. */
export function useLiveList(list: LiveList): void {
  const dispatch = useDispatch<AppDispatch>();
  const key = JSON.stringify(list);
  useEffect(() => {
    return followList(dispatch, JSON.parse(key) as LiveList);
  }, [dispatch, key]);
}

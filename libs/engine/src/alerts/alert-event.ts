import type { AlertEvent, TaskStatus } from '@switchyard/contracts';
import type { TransitionEvent } from '../history/transition-feed.js';

/** The statuses that people are alerted about when a task reaches them. */
export const ALERTED_STATUSES: readonly TaskStatus[] = ['success', 'waiting_confirmation', 'error'];

/** Returns the event about which a transition alerts people; null = none. */
export function alertEventOf({ to, reasonCode }: Pick<TransitionEvent, 'to' | 'reasonCode'>): AlertEvent | null {
  switch (to) {
    case 'success':
      return 'success';
    case 'waiting_confirmation':
      return 'confirmation';
    case 'error':
      return reasonCode?.startsWith('runner_lost') ? 'runner_lost' : 'failure';
    default:
      return null;
  }
}

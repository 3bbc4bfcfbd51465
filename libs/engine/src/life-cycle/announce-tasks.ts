import type { Engine } from '../ports.js';
import { taskUpdate, type UpdateRow } from './task-update.js';

/** Publishes the present state of tasks to consoles, and wakes the senders of deliveries when some were written. */
export function announceTasks({ signals }: Engine, changed: readonly UpdateRow[]): void {
  changed.forEach((task) => signals.taskChanged(taskUpdate(task)));
  if (changed.some(({ deliveries = 0 }) => deliveries > 0)) {
    signals.messagesWritten();
  }
}

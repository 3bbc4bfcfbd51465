import type { Engine } from '../ports.js';
import { taskUpdate, type UpdateRow } from './task-update.js';

/** Tells consoles that tasks changed, and dispatchers that there are messages about them to be sent. */
export function announceTasks({ signals }: Engine, changed: readonly UpdateRow[]): void {
  changed.forEach((task) => signals.taskChanged(taskUpdate(task)));
  if (changed.some(({ told = 0 }) => told > 0)) {
    signals.messagesWritten();
  }
}

import { isDecidable, isFinal, type TaskUpdate } from '@switchyard/contracts';
import { useSyncExternalStore } from 'react';

/** Tasks of which the reader wants to be notified, by id, with the title of the notification. Until the page is closed. */
const watched = new Map<number, string>();
const listeners = new Set<() => void>();

const changed = (): void => listeners.forEach((listener) => listener());

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useIsWatched = (taskId: number): boolean => useSyncExternalStore(subscribe, () => watched.has(taskId));

/** Whether this browser can notify; it cannot on a page without TLS. */
export const canNotify = (): boolean => 'Notification' in window && window.isSecureContext;

/** Watches the task once the browser may notify. @returns whether it may */
export async function watchTask(taskId: number, title: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') {
    return false;
  }
  watched.set(taskId, title);
  changed();
  return true;
}

export function unwatchTask(taskId: number): void {
  watched.delete(taskId);
  changed();
}

/** Returns the notification for an update of a watched task: for its end and the wait for a decision alone. */
export function notificationOf(
  { task_id: taskId, status }: Pick<TaskUpdate, 'task_id' | 'status'>,
  titles: ReadonlyMap<number, string> = watched,
): string | null {
  return isFinal(status) || isDecidable(status) ? (titles.get(taskId) ?? null) : null;
}

/** Shows a notification for a watched task that ends or waits for a decision. @param words of its status */
export function notifyOfTask(update: TaskUpdate, words: string): void {
  const title = notificationOf(update);
  if (title === null) {
    return;
  }
  const note = new Notification(title, { body: words, tag: `switchyard-task-${update.task_id}` });
  note.onclick = () => window.focus();
  if (isFinal(update.status)) {
    unwatchTask(update.task_id);
  }
}

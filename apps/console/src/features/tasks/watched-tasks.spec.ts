import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { TaskStatus, TaskUpdate } from '@switchyard/contracts';
import { canNotify, notificationOf, notifyOfTask, unwatchTask, watchTask } from './watched-tasks.js';

it('should notify of the end and of the wait for a decision of a watched task, and of nothing else', () => {
  const of = (status: TaskStatus, id = 7): string | null =>
    notificationOf({ task_id: id, status }, new Map([[7, 'Deploy #7']]));
  expect([of('success'), of('error'), of('waiting_confirmation')]).toEqual(['Deploy #7', 'Deploy #7', 'Deploy #7']);
  expect([of('running'), of('stopping'), of('success', 8)]).toEqual([null, null, null]);
});

describe('a watched task', () => {
  let answer: NotificationPermission;
  let shown: [string, NotificationOptions | undefined][];

  /** Notifications of the browser, which keep what they would show. */
  class KeptNotification {
    static requestPermission = (): Promise<NotificationPermission> => Promise.resolve(answer);
    onclick: (() => void) | null = null;
    constructor(title: string, options?: NotificationOptions) {
      shown.push([title, options]);
    }
  }

  beforeEach(() => {
    answer = 'granted';
    shown = [];
    Object.assign(globalThis, { Notification: KeptNotification });
  });
  afterEach(() => {
    unwatchTask(7);
    Reflect.deleteProperty(globalThis, 'Notification');
    Reflect.deleteProperty(globalThis, 'window');
  });

  const update = (status: TaskStatus, id = 7): void => notifyOfTask({ task_id: id, status } as TaskUpdate, status);

  it('should be watched when the browser may notify alone', async () => {
    answer = 'denied';
    expect(await watchTask(7, 'Deploy')).toBe(false);
    update('success');
    expect(shown).toEqual([]);
    answer = 'granted';
    expect(await watchTask(7, 'Deploy')).toBe(true);
    update('success');
    expect(shown).toEqual([['Deploy', { body: 'success', tag: 'switchyard-task-7' }]]);
  });

  it('should be notified of once when it ends, and of a decision before', async () => {
    await watchTask(7, 'Deploy');
    for (const status of ['running', 'waiting_confirmation', 'confirmed', 'running', 'success', 'success'] as const) {
      update(status);
    }
    expect(shown.map(([, options]) => options?.body)).toEqual(['waiting_confirmation', 'success']);
  });

  it('should not be notified of once nobody watches it', async () => {
    await watchTask(7, 'Deploy');
    unwatchTask(7);
    update('error');
    expect(shown).toEqual([]);
  });

  it.each([
    [{ Notification: KeptNotification, isSecureContext: true }, true],
    [{ Notification: KeptNotification, isSecureContext: false }, false],
    [{ isSecureContext: true }, false],
  ])('should need a browser that notifies, on a page with TLS', (window, expected) => {
    Object.assign(globalThis, { window });
    expect(canNotify()).toBe(expected);
  });
});

import { expect, it } from '@jest/globals';
import type { TaskStatus } from '@switchyard/contracts';
import { notificationOf } from './watched-tasks.js';

it('should notify of the end and of the wait for a decision of a watched task, and of nothing else', () => {
  const of = (status: TaskStatus, id = 7): string | null =>
    notificationOf({ task_id: id, status }, new Map([[7, 'Deploy #7']]));
  expect([of('success'), of('error'), of('waiting_confirmation')]).toEqual(['Deploy #7', 'Deploy #7', 'Deploy #7']);
  expect([of('running'), of('stopping'), of('success', 8)]).toEqual([null, null, null]);
});

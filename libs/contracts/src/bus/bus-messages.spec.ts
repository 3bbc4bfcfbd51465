import { describe, expect, it } from '@jest/globals';
import type { TaskUpdate } from '../realtime/messages.js';
import { waitingReason } from '../task/waiting-reason.js';
import { projectOfTaskMessage, readTaskMessage, taskMessage } from './bus-messages.js';

const update: TaskUpdate = {
  type: 'update',
  project_id: 12,
  template_id: 3,
  task_id: 4,
  status: 'waiting',
  start: null,
  end: null,
  version: '1.0 beta',
  waiting_reason: waitingReason('no_runner', { tag: '', app: 'bash', waiting_for: null }),
};

describe(taskMessage.name, () => {
  it('should be read as it was written, its project without the rest', () => {
    const message = taskMessage(update);
    expect(readTaskMessage(message)).toEqual(update);
    expect(projectOfTaskMessage(message)).toBe(12);
  });

  it.each(['', '12', '12 {', '12 {}', JSON.stringify(update)])('should be refused when it is "%s"', (message) => {
    expect(() => readTaskMessage(message)).toThrow();
  });
});

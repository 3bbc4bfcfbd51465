import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LogLineKind, type LogBatch, type OpenLine } from '@switchyard/contracts';
import type { LogListener } from '../../api/live/subscriptions.js';
import { subscriptions } from '../../api/socket.js';
import type { LogSource } from '../../components/log-viewer/types.js';
import { createLogSource } from './log-source.js';

const batch = (attempt: number, kinds: number[] = [0]): LogBatch => ({
  task_id: 7,
  attempt,
  first: 12,
  lines: ['line'],
  times: [1],
  kinds,
});
const open = (attempt: number): OpenLine => ({ task_id: 7, attempt, line: 13, time: 1, text: 'half' });

describe('the log of a task', () => {
  const onNewAttempt = jest.fn();
  const onSection = jest.fn();
  const onBatch = jest.fn();
  const onOpenLine = jest.fn();
  const leave = jest.fn();
  const spyOnTaskLog = () => jest.spyOn(subscriptions, 'taskLog');
  let follow: ReturnType<typeof spyOnTaskLog>;
  let live: LogListener;

  const start = (): LogSource => createLogSource({ projectId: 1, taskId: 7, onNewAttempt, onSection });
  const subscribe = (source: LogSource): (() => void) =>
    source.subscribe({ onBatch, onOpenLine, onState: () => undefined });
  const read = async (source: LogSource): Promise<void> => {
    await source.fetchLines({ tail: 2 }, new AbortController().signal);
    await new Promise(setImmediate);
  };

  beforeEach(() => {
    const lines = { attempt: 2, first: 10, lines: ['a', 'b'] };
    jest.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(Response.json(lines)));
    // Specs that share this process may have restored it.
    follow = spyOnTaskLog();
    follow.mockImplementation((...[, , , listener]) => {
      live = listener;
      return leave;
    });
  });

  afterEach(() => {
    jest.clearAllMocks();
  });

  it('should follow from the line after those that were read, so that none is missing or shown twice', async () => {
    const source = start();
    subscribe(source);
    expect(follow).not.toHaveBeenCalled();
    await read(source);
    expect(follow.mock.calls.map(([project, task, next]) => [project, task, next])).toEqual([[1, 7, 12]]);
  });

  it.each([
    { of: 'the attempt on screen', attempt: 2, shown: 1, restarts: 0 },
    { of: 'a later attempt', attempt: 3, shown: 0, restarts: 1 },
  ])('should show $shown batches of $of and begin again $restarts times', async ({ attempt, shown, restarts }) => {
    const source = start();
    subscribe(source);
    await read(source);
    live.onBatch(batch(attempt));
    expect([onBatch.mock.calls.length, onNewAttempt.mock.calls.length]).toEqual([shown, restarts]);
  });

  it('should show the unfinished line of the attempt on screen alone', async () => {
    const source = start();
    subscribe(source);
    await read(source);
    live.onOpenLine(open(3));
    live.onOpenLine(open(2));
    expect(onOpenLine.mock.calls).toEqual([[open(2)]]);
  });

  it('should report a phase that begins', async () => {
    const source = start();
    subscribe(source);
    await read(source);
    live.onBatch(batch(2));
    live.onBatch(batch(2, [LogLineKind.section]));
    expect(onSection).toHaveBeenCalledTimes(1);
  });

  it('should follow nothing when it was left before the first lines arrived', async () => {
    const source = start();
    subscribe(source)();
    await read(source);
    expect(follow).not.toHaveBeenCalled();
  });

  it('should end what it follows when it is left', async () => {
    const source = start();
    const end = subscribe(source);
    await read(source);
    end();
    expect(leave).toHaveBeenCalledTimes(1);
  });
});

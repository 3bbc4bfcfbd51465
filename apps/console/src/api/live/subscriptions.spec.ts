import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { LogBatch, OpenLine, TaskUpdate } from '@switchyard/contracts';
import { Connection } from './connection.js';
import { Subscriptions } from './subscriptions.js';
import { type FakeSocket, fakeSockets } from './testing/fake-socket.js';

const batch = (task: number, first: number, lines: string[]) => ({ task_id: task, first, lines }) as LogBatch;
const nothing = () => undefined;

describe('the subscriptions of a page', () => {
  let connection: Connection;
  let subscriptions: Subscriptions;
  let socket: FakeSocket;
  let opened: FakeSocket[];

  beforeEach(async () => {
    jest.useFakeTimers();
    const sockets = fakeSockets();
    ({ opened } = sockets);
    connection = new Connection(sockets.load);
    subscriptions = new Subscriptions(connection);
    connection.open();
    await jest.advanceTimersByTimeAsync(0);
    socket = opened[0] as FakeSocket;
  });
  afterEach(() => void jest.useRealTimers());

  const ready = (): void => socket.receive('connect');
  const comeBack = (): void => {
    socket.receive('disconnect', 'transport close');
    socket.sent.length = 0;
    ready();
  };

  it('should open the connection for the first of them', async () => {
    connection.close();
    subscriptions.project(1, nothing);
    await jest.advanceTimersByTimeAsync(0);
    opened[1]?.receive('connect');
    expect(opened[1]?.named('watch-project')).toEqual([{ project_id: 1 }]);
  });

  it('should watch again what is still wanted when the connection comes back, and report that updates were missed', () => {
    const missed = jest.fn();
    subscriptions.missed.add(missed);
    subscriptions.project(1, nothing);
    const leave = subscriptions.deliveries({ project_id: 1, of: 'alerts' }, nothing);
    ready();
    expect(missed).not.toHaveBeenCalled();
    leave();
    comeBack();
    expect(missed).toHaveBeenCalledTimes(1);
    expect(socket.sent.map(([event, body]) => [event, body])).toEqual([
      ['watch-project', { project_id: 1 }],
      ['watch-task', null],
      ['watch-runners', null],
      ['watch-deliveries', null],
    ]);
  });

  it('should give updates of tasks to all who want them, and to none who left', () => {
    const updates: number[] = [];
    const leave = subscriptions.project(1, ({ task_id: task }) => updates.push(task));
    socket.receive('task', { task_id: 7 } as TaskUpdate);
    leave();
    socket.receive('task', { task_id: 8 } as TaskUpdate);
    expect(updates).toEqual([7]);
  });

  it('should watch the project of the latest call, and not end that one with an earlier one', () => {
    ready();
    const first = subscriptions.project(1, nothing);
    const second = subscriptions.project(2, nothing);
    first();
    expect(socket.named('watch-project').slice(1)).toEqual([{ project_id: 1 }, { project_id: 2 }]);
    second();
    expect(socket.named('watch-project').at(-1)).toBeNull();
  });

  describe('to the log of a task', () => {
    const log = () => {
      const shown: string[] = [];
      const listener = {
        onBatch: ({ lines }: LogBatch) => void shown.push(...lines),
        onOpenLine: ({ text }: OpenLine) => void shown.push(`${text}…`),
      };
      return { shown, listener };
    };

    it('should go on behind the last line that came', () => {
      ready();
      subscriptions.taskLog(1, 7, 5, log().listener);
      socket.receive('log', batch(7, 5, ['a', 'b']));
      comeBack();
      expect(socket.named('watch-task')).toEqual([{ project_id: 1, task_id: 7, next: 7 }]);
    });

    it('should ask for the lines that the server gave up to send', () => {
      ready();
      subscriptions.taskLog(1, 7, 5, log().listener);
      socket.receive('log', batch(7, 5, ['a']));
      socket.receive('behind');
      expect(socket.named('watch-task').at(-1)).toEqual({ project_id: 1, task_id: 7, next: 6 });
    });

    it('should show lines of that task alone, and nothing once it is left', () => {
      const { shown, listener } = log();
      const leave = subscriptions.taskLog(1, 7, 0, listener);
      socket.receive('log', batch(8, 0, ['of another']));
      socket.receive('open-line', { task_id: 8, text: 'of another' } as OpenLine);
      socket.receive('log', batch(7, 0, ['own']));
      socket.receive('open-line', { task_id: 7, text: 'own' } as OpenLine);
      leave();
      socket.receive('log', batch(7, 1, ['late']));
      expect(shown).toEqual(['own', 'own…']);
    });
  });

  describe('to runners', () => {
    const acknowledge = (ok: boolean): void => {
      const [, , answer] = socket.sent.filter(([event]) => event === 'watch-runners').at(-1) ?? [];
      (answer as (granted: { ok: boolean }) => void)({ ok });
    };

    it('should look once when the server has begun to watch, but not when it refused', () => {
      ready();
      const look = jest.fn();
      subscriptions.runners(1, look);
      acknowledge(false);
      expect(look).not.toHaveBeenCalled();
      acknowledge(true);
      expect(look).toHaveBeenCalledTimes(1);
    });

    it('should not look when others are watched by the time that the server answers', () => {
      ready();
      const look = jest.fn();
      const leave = subscriptions.runners(1, look);
      const [, , answer] = socket.sent.at(-1) ?? [];
      leave();
      (answer as (granted: { ok: boolean }) => void)({ ok: true });
      expect(look).not.toHaveBeenCalled();
    });

    it('should be asked for once, for however many listeners, and until the last of them left', () => {
      ready();
      const leaves = [subscriptions.runners(1, nothing), subscriptions.runners(1, nothing)];
      expect(socket.named('watch-runners').slice(1)).toEqual([{ project_id: 1 }]);
      leaves[0]?.();
      expect(socket.named('watch-runners')).toHaveLength(2);
      leaves[1]?.();
      expect(socket.named('watch-runners').at(-1)).toBeNull();
    });

    it('should go back to those of an earlier listener when a later one for others left', () => {
      ready();
      const [own, all] = [jest.fn(), jest.fn()];
      subscriptions.runners(1, own);
      const leave = subscriptions.runners(null, all);
      socket.receive('runners');
      expect([own.mock.calls.length, all.mock.calls.length]).toEqual([0, 1]);
      leave();
      socket.receive('runners');
      expect([own.mock.calls.length, all.mock.calls.length]).toEqual([1, 1]);
      expect(socket.named('watch-runners').at(-1)).toEqual({ project_id: 1 });
    });
  });

  it('should report the end of access to a project, changed rights and changed lists', () => {
    const [gone, access, changed] = [jest.fn(), jest.fn(), jest.fn()];
    subscriptions.gone.add(gone);
    const leave = subscriptions.access(access);
    subscriptions.deliveries({ project_id: 1, of: 'webhooks' }, changed);
    ['gone', 'access', 'deliveries'].forEach((event) => socket.receive(event));
    leave();
    socket.receive('access');
    expect([gone, access, changed].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
  });

  it('should want nothing after sign-out', async () => {
    subscriptions.project(1, nothing);
    connection.close();
    subscriptions.forget();
    connection.open();
    await jest.advanceTimersByTimeAsync(0);
    opened[1]?.receive('connect');
    expect(opened[1]?.sent.map(([, body]) => body)).toEqual([null, null, null, null]);
  });
});

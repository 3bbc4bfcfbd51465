import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { RealtimeEvent } from '@switchyard/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { baseApi } from './base-api.js';
import { Connection } from './live/connection.js';
import { Subscriptions } from './live/subscriptions.js';
import { type FakeSocket, fakeSockets } from './live/testing/fake-socket.js';
import { followList, type LiveList } from './live-lists.js';
import { subscriptions } from './socket.js';
import { store } from './store.js';
import { FakeServer } from './testing/fake-server.js';
import './alerts-api.js';
import './audit-receivers-api.js';
import './integrations-api.js';
import './runners-api.js';
import './tasks-api.js';
import './terraform-api.js';
import './sync-api.js';
import './workflows-api.js';

interface Case {
  list: LiveList;
  /** How a page reads it. */
  read: string;
  args: unknown;
  /** Message that reports a change. */
  message: string;
  body?: unknown;
}

const LISTS: Case[] = [
  { list: { of: 'active-tasks' }, read: 'listActiveTasks', args: undefined, message: RealtimeEvent.runners },
  { list: { of: 'runners', scope: 4 }, read: 'listRunners', args: 4, message: RealtimeEvent.runners },
  { list: { of: 'alerts', projectId: 4 }, read: 'getAlertStatus', args: 4, message: RealtimeEvent.deliveries },
  {
    list: { of: 'webhooks', projectId: 4 },
    read: 'listIntegrationDeliveries',
    args: { projectId: 4, integrationId: null },
    message: RealtimeEvent.deliveries,
  },
  {
    list: { of: 'runs', projectId: 4 },
    read: 'getWorkflowRun',
    args: { projectId: 4, runId: 2 },
    message: RealtimeEvent.deliveries,
  },
  { list: { of: 'sync', projectId: 4 }, read: 'getSync', args: 4, message: RealtimeEvent.deliveries },
  { list: { of: 'audit' }, read: 'listAuditReceivers', args: undefined, message: RealtimeEvent.deliveries },
  {
    list: { of: 'state', inventoryId: 7 },
    read: 'listStates',
    args: { projectId: 4, inventoryId: 7 },
    message: RealtimeEvent.workspace,
    body: { project_id: 4, inventory_id: 7 },
  },
];

type Endpoints = Readonly<Record<string, { initiate: (args: unknown) => Parameters<typeof store.dispatch>[0] }>>;

describe(followList.name, () => {
  const server = new FakeServer();
  let socket: FakeSocket;

  beforeEach(async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    server.start();
    const { opened, load } = fakeSockets();
    const connection = new Connection(load);
    const mine = new Subscriptions(connection);
    for (const name of ['runners', 'deliveries', 'workspaces'] as const) {
      jest.spyOn(subscriptions, name).mockImplementation(mine[name].bind(mine) as never);
    }
    connection.open();
    await jest.advanceTimersByTimeAsync(0);
    socket = opened[0] as FakeSocket;
    socket.receive('connect');
  });
  afterEach(() => {
    server.stop();
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  /** Lets the reads that run, or begin after that time, end. */
  const settled = async (ms: number): Promise<void> => {
    await jest.advanceTimersByTimeAsync(ms);
    await Promise.all(store.dispatch(baseApi.util.getRunningQueriesThunk()));
  };

  it.each(LISTS)('should read $list.of again at each message and at no other time', async (each) => {
    const { list, read, args, message, body } = each;
    store.dispatch((baseApi.endpoints as unknown as Endpoints)[read]?.initiate(args) as never);
    await settled(100);
    const lines = server.lines();
    expect(lines).toHaveLength(1);
    const leave = followList(store.dispatch, list);
    await settled(600_000);
    expect(server.lines()).toEqual([]);
    for (const _ of [1, 2]) {
      socket.receive(message, body);
      await settled(100);
      expect(server.lines()).toEqual(lines);
    }
    leave();
    socket.receive(message, body);
    await settled(100);
    expect(server.lines()).toEqual([]);
  });

  it('should be the only way: nothing of the console is read again by a timer', () => {
    const sources = path.resolve(import.meta.dirname, '..');
    const polls = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        /(?<!\.spec)\.tsx?$/.test(file) &&
        /pollingInterval|setInterval\([^)]*(?:refetch|dispatch|invalidate)/.test(
          readFileSync(path.join(sources, file), 'utf8'),
        ),
    );
    expect(polls).toEqual([]);
  });
});

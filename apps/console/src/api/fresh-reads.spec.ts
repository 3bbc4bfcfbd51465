import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { baseApi } from './base-api.js';
import { closeSocket, subscriptions } from './socket.js';
import { store } from './store.js';
import './access-grants-api.js';
import './alerts-api.js';
import './apps-api.js';
import './audit-api.js';
import './auth-api.js';
import './billing-api.js';
import './environments-api.js';
import './git-repositories-api.js';
import './integrations-api.js';
import './inventories-api.js';
import './keys-api.js';
import './log-archive-api.js';
import './log-links-api.js';
import './log-search-api.js';
import './members-api.js';
import './projects-api.js';
import './registration-tokens-api.js';
import './resources-api.js';
import './runners-api.js';
import './runners-api.js';
import './schedules-api.js';
import './shared-log-api.js';
import './stats-api.js';
import './subscription-api.js';
import './system-api.js';
import './tasks-api.js';
import './templates-api.js';
import './terraform-api.js';
import './user-api.js';
import './users-api.js';
import './views-api.js';
import './workspaces-api.js';
import { FakeServer } from './testing/fake-server.js';

interface Subscription extends Promise<unknown> {
  unsubscribe: () => void;
}
interface Endpoint {
  useQuery?: unknown;
  initiate: (args: unknown) => Parameters<typeof store.dispatch>[0];
}
const endpoints: Readonly<Record<string, Endpoint>> = baseApi.endpoints;
/** Every read of the console. */
const READS = Object.keys(endpoints).filter((name) => endpoints[name]?.useQuery !== undefined);
/** Members that some read takes; those that take one id get this as well. */
const ARGS = {
  projectId: 1,
  taskId: 1,
  templateId: 1,
  inventoryId: 1,
  integrationId: null,
  id: 1,
  scope: null,
  limit: 1,
};

/** Reads as a part of a page does. Answers, once the read is over, what leaves that part. */
async function open(name: string): Promise<() => void> {
  const request = endpoints[name]?.initiate({ ...ARGS, ref: ARGS, of: ARGS }) as never;
  const subscription = store.dispatch(request) as unknown as Subscription;
  await subscription;
  return () => subscription.unsubscribe();
}

describe('what a page reads', () => {
  const server = new FakeServer();
  let now = Date.now();

  beforeEach(() => {
    jest.useFakeTimers({
      now,
      doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout', 'clearTimeout'],
    });
    server.start();
    // Reads of billing are not below `/api`.
    Object.assign(globalThis, { window: { location: { origin: 'http://switchyard.test' } } });
  });
  afterEach(() => {
    server.stop();
    closeSocket();
    Reflect.deleteProperty(globalThis, 'window');
    jest.useRealTimers();
  });
  const pass = (seconds: number): void => void jest.setSystemTime((now += seconds * 1_000));

  it('should be known', () => {
    expect(READS.length).toBeGreaterThan(60);
  });

  it.each(READS)('should be fresh when %s is opened again', async (name) => {
    (await open(name))();
    expect(server.lines()).toHaveLength(1);
    pass(3);
    (await open(name))();
    expect(server.lines()).toHaveLength(1);
  });

  it('should be read once by the parts of a page', async () => {
    await open('listSchedules');
    await open('listSchedules');
    expect(server.lines()).toHaveLength(1);
  });

  it('should be read again after a lost connection, what failed too, and what was left not', async () => {
    server.answer('GET project', 503);
    await open('listSchedules');
    await open('listKeys');
    (await open('listViews'))();
    server.lines();
    subscriptions.missed.call();
    await Promise.all(store.dispatch(baseApi.util.getRunningQueriesThunk()));
    expect(server.lines()).toHaveLength(2);
  });
});

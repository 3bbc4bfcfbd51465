import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@switchyard/testing';
import { behindProxy, silent, stores, type Store } from '../testing/stores.js';
import { createQueueBackend } from './create-queue-backend.js';
import type { QueueBackend } from './message-queue.js';
import { Wake } from './wake.js';

type Message = { reason: string };

describe.each(stores)('createQueueBackend on %s', (kind, openStore) => {
  let store: Store;
  let name = '';
  let counter = 0;
  const backends: QueueBackend[] = [];
  const open = async () => {
    const backend = await createQueueBackend({ ...store.options, logger: silent });
    backends.push(backend);
    return backend;
  };
  const collect = (backend: QueueBackend, settings?: { concurrency: number }) => {
    const worked: string[] = [];
    const worker = backend.worker<Message>(name, async ({ reason }) => void worked.push(reason), settings);
    return { worked, worker };
  };

  beforeAll(async () => {
    store = await openStore();
  });

  beforeEach(() => {
    counter += 1;
    name = `queue-${counter}`;
  });

  afterEach(async () => {
    await Promise.all(backends.splice(0).map((backend) => backend.close()));
  });

  afterAll(() => store.remove());

  it('should name its kind', async () => {
    expect((await open()).kind).toBe(kind);
  });

  it('should bring a message to the worker of another process, in order', async () => {
    const [producer, consumer] = [await open(), await open()];
    const { worked } = collect(consumer);
    for (const reason of ['a', 'b', 'c']) {
      await producer.queue<Message>(name).add({ reason });
    }
    await eventually(() => expect(worked).toEqual(['a', 'b', 'c']));
  });

  it('should open when several processes start at the same time', async () => {
    const opened = await Promise.all([open(), open(), open(), open()]);
    await Promise.all(opened.map((backend) => backend.queue<Message>(name).add({ reason: 'start' })));
    expect(await opened[0]?.queue(name).countWaiting()).toBe(4);
  });

  it('should go on after the queue was emptied', async () => {
    const backend = await open();
    const queue = backend.queue<Message>(name);
    await queue.add({ reason: 'lost' });
    await queue.empty();
    expect(await queue.countWaiting()).toBe(0);
    const { worked } = collect(backend);
    await queue.add({ reason: 'kept' });
    await eventually(() => expect(worked).toEqual(['kept']));
  });

  it('should drop a message whose handler fails and take the next', async () => {
    const backend = await open();
    const worked: string[] = [];
    backend.worker<Message>(name, async ({ reason }) => {
      worked.push(reason);
      if (reason === 'bad') {
        throw new Error('handler failed');
      }
    });
    await backend.queue<Message>(name).add({ reason: 'bad' });
    await backend.queue<Message>(name).add({ reason: 'good' });
    await eventually(() => expect(worked).toEqual(['bad', 'good']));
  });

  it('should finish the message at work before it closes', async () => {
    const backend = await open();
    let begin: () => void = () => undefined;
    let finish: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const finished = new Promise<void>((resolve) => (finish = resolve));
    let done = false;
    const worker = backend.worker<Message>(name, async () => {
      begin();
      await finished;
      done = true;
    });
    await backend.queue<Message>(name).add({ reason: 'long' });
    await begun;
    const closed = worker.close();
    finish();
    await closed;
    expect(done).toBe(true);
  });

  it('should take messages again after the store was restarted', async () => {
    const backend = await open();
    const { worked, worker } = collect(backend);
    await worker.ready;
    await store.restart();
    const wake = new Wake(backend.queue<Message>(name), silent);
    await eventually(async () => {
      wake.request({ reason: 'again' });
      await wake.settled();
      expect(worked).toContain('again');
    });
  });

  it('should go on over new connections when those that stand fall silent', async () => {
    const { proxy, options } = await behindProxy(store);
    const backend = await createQueueBackend({ ...options, logger: silent });
    backends.push(backend);
    const { worked, worker } = collect(backend);
    await worker.ready;
    await backend.queue<Message>(name).add({ reason: 'before' });
    await eventually(() => expect(worked).toEqual(['before']));
    proxy.silence();
    const wake = new Wake(backend.queue<Message>(name), silent);
    await eventually(
      async () => {
        wake.request({ reason: 'after' });
        expect(worked).toContain('after');
      },
      { timeout: 60_000 },
    );
    await backends.pop()?.close();
    await proxy.close();
  });

  it('should reject an add at once while the store is away, and a wake-up should hide that', async () => {
    const backend = await open();
    const queue = backend.queue<Message>(name);
    await queue.add({ reason: 'before' });
    await store.kill();
    await eventually(() => expect(queue.add({ reason: 'during' })).rejects.toThrow());
    const wake = new Wake(queue, silent);
    expect(() => wake.request({ reason: 'during' })).not.toThrow();
    await wake.settled();
    await store.restart();
    await eventually(() => queue.add({ reason: 'after' }));
  });

  it('should use a queue and a worker that were first requested during an outage', async () => {
    const backend = await open();
    await store.kill();
    const queue = backend.queue<Message>(name);
    await eventually(() => expect(queue.add({ reason: 'during' })).rejects.toThrow());
    const { worked } = collect(backend);
    await store.restart();
    await eventually(() => queue.add({ reason: 'after' }));
    await eventually(() => expect(worked).toContain('after'));
  });

  it('should close while the store is away', async () => {
    const backend = await open();
    const { worker } = collect(backend);
    await worker.ready;
    await store.kill();
    await backend.close();
    backends.splice(0);
    await store.restart();
  });

  it('should refuse to open when the store is away', async () => {
    await store.stop();
    await expect(open()).rejects.toThrow();
    await store.restart();
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@switchyard/testing';
import { behindProxy, silent, stores, type Store } from '../testing/stores.js';
import { createBus } from './create-bus.js';
import { BusMessageError, MAX_BUS_PAYLOAD_BYTES, type MessageBus } from './message-bus.js';

describe.each(stores)('createBus on %s', (kind, openStore) => {
  let store: Store;
  const buses: MessageBus[] = [];
  const open = async () => {
    const bus = createBus({ ...store.options, logger: silent });
    buses.push(bus);
    await bus.ready;
    return bus;
  };
  const subscribe = (bus: MessageBus, channel: string) => {
    const received: string[] = [];
    bus.subscribe(channel, (payload) => received.push(payload));
    return received;
  };

  beforeAll(async () => {
    store = await openStore();
  });

  afterEach(async () => {
    await Promise.all(buses.splice(0).map((bus) => bus.close()));
  });

  afterAll(() => store.remove());

  it('should name its kind', async () => {
    expect((await open()).kind).toBe(kind);
  });

  it('should reach another process and its own subscribers in the same way', async () => {
    const [one, two] = [await open(), await open()];
    const [own, other] = [subscribe(one, 'task'), subscribe(two, 'task')];
    one.publish('task', '42');
    await eventually(() => expect([own, other]).toEqual([['42'], ['42']]));
  });

  it('should not deliver before the present turn of the event loop ends', async () => {
    const bus = await open();
    const received = subscribe(bus, 'task');
    bus.publish('task', 'later');
    expect(received).toEqual([]);
    await eventually(() => expect(received).toEqual(['later']));
  });

  it('should keep the order of a channel over many batches, with equal payloads', async () => {
    const [one, two] = [await open(), await open()];
    const received = subscribe(two, 'log');
    const sent = Array.from({ length: 3000 }, (_, place) => String(place % 7));
    for (const payload of sent) {
      one.publish('log', payload);
    }
    await eventually(() => expect(received).toHaveLength(sent.length));
    expect(received).toEqual(sent);
  });

  it('should keep channels apart', async () => {
    const bus = await open();
    const [tasks, runners] = [subscribe(bus, 'task'), subscribe(bus, 'runner')];
    bus.publish('task', 'a b');
    bus.publish('runner', '');
    await eventually(() => expect([tasks, runners]).toEqual([['a b'], ['']]));
  });

  it('should not call a subscriber that left', async () => {
    const bus = await open();
    const received = subscribe(bus, 'task');
    const left: string[] = [];
    bus.subscribe('task', (payload) => left.push(payload))();
    bus.publish('task', '1');
    await eventually(() => expect(received).toEqual(['1']));
    expect(left).toEqual([]);
  });

  it('should go on when a subscriber throws', async () => {
    const bus = await open();
    bus.subscribe('task', () => {
      throw new Error('subscriber failed');
    });
    const received = subscribe(bus, 'task');
    bus.publish('task', '1');
    bus.publish('task', '2');
    await eventually(() => expect(received).toEqual(['1', '2']));
  });

  it('should carry the longest payload and refuse one byte more', async () => {
    const bus = await open();
    const channel = 'c'.repeat(63);
    const received = subscribe(bus, channel);
    const longest = 'é'.repeat(MAX_BUS_PAYLOAD_BYTES / 2);
    bus.publish(channel, longest);
    await eventually(() => expect(received).toEqual([longest]));
    expect(() => bus.publish(channel, `${longest}x`)).toThrow(BusMessageError);
  });

  it.each(['', 'has space', 'c'.repeat(64), "quote'"])('should refuse the channel name "%s"', async (channel) => {
    const bus = await open();
    expect(() => bus.publish(channel, '1')).toThrow(BusMessageError);
  });

  it('should receive messages again after the store was restarted and report it', async () => {
    const bus = await open();
    const received = subscribe(bus, 'task');
    let reconnects = 0;
    bus.onReconnect(() => (reconnects += 1));
    await store.restart();
    await eventually(() => expect(reconnects).toBe(1));
    bus.publish('task', 'after');
    await eventually(() => expect(received).toEqual(['after']));
  });

  it('should deliver what was published during an outage when the store is back', async () => {
    const bus = await open();
    const received = subscribe(bus, 'task');
    await store.kill();
    expect(() => bus.publish('task', '1')).not.toThrow();
    expect(() => bus.publish('task', '2')).not.toThrow();
    let back = false;
    bus.onReconnect(() => (back = true));
    await store.restart();
    await eventually(() => back);
    bus.publish('task', '3');
    await eventually(() => expect(received.at(-1)).toBe('3'));
    expect(received).toEqual([...received].sort());
  });

  it('should become ready when the store appears after the process', async () => {
    await store.stop();
    const bus = createBus({ ...store.options, logger: silent });
    buses.push(bus);
    await store.restart();
    await bus.ready;
    const received = subscribe(bus, 'task');
    bus.publish('task', '1');
    await eventually(() => expect(received).toEqual(['1']));
  });

  it('should go on over new connections when those that stand fall silent', async () => {
    const { proxy, options } = await behindProxy(store);
    const bus = createBus({ ...options, logger: silent, liveness: { probeEveryMs: 100, answerMs: 300 } });
    buses.push(bus);
    await bus.ready;
    const received = subscribe(bus, 'task');
    const reconnected = new Promise<void>((resolve) => void bus.onReconnect(resolve));
    proxy.silence();
    bus.publish('task', '1');
    await reconnected;
    bus.publish('task', '2');
    await eventually(() => expect(received.at(-1)).toBe('2'));
    await bus.close();
    await proxy.close();
  });

  it('should close while the store is away', async () => {
    const bus = await open();
    await store.stop();
    bus.publish('task', '1');
    await bus.close();
    buses.splice(0);
    await store.restart();
  });
});

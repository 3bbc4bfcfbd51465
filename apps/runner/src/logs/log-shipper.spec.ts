import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { decodeLogFrame, type LogAnswer, MAX_LOG_REQUEST_BYTES } from '@switchyard/contracts';
import { ConnectionStatus } from '../gateway/connection-status.js';
import { ConnectionError, GatewayError } from '../gateway/gateway-errors.js';
import { FakeLogStore } from '../testing/fake-log-store.js';
import { CALM_MS, LEAD_MS } from './log-pace.js';
import { LogShipper } from './log-shipper.js';
import { Spool } from './spool.js';

const LEASE = '00000000-0000-4000-8000-000000000000';

describe(LogShipper.name, () => {
  let root: string;
  let store: FakeLogStore;
  let shipper: LogShipper;
  /** Answers one request; tests replace it. */
  let answer: (frame: Uint8Array) => Promise<LogAnswer>;
  let requests: number[][];
  let sizes: number[];
  const onStale = jest.fn();
  const onRefused = jest.fn();

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'shipper-'));
    store = new FakeLogStore();
    requests = [];
    sizes = [];
    answer = async (frame) => store.accept(frame);
    onStale.mockReset();
    onRefused.mockReset();
    const send = async (frame: Uint8Array): Promise<LogAnswer> => {
      sizes.push(frame.length);
      requests.push(decodeLogFrame(frame).map((chunk) => chunk.head.attempt));
      return answer(frame);
    };
    shipper = new LogShipper(send, new ConnectionStatus(), () => undefined);
  });

  afterEach(() => {
    shipper.close();
    rmSync(root, { recursive: true });
  });

  function attempt(id: number): Spool {
    const spool = new Spool(path.join(root, String(id)));
    store.open(id, LEASE);
    shipper.add({ attempt: id, lease: LEASE, spool, secretNames: [], onStale, onRefused });
    return spool;
  }

  function write(spool: Spool, text: string): void {
    spool.append(0, Buffer.from(text), text.split('\n').length - 1, Date.now());
    shipper.notify();
  }

  it('should send the chunks of all attempts in one request', async () => {
    [1, 2, 3].map(attempt).forEach((spool) => write(spool, 'x\n'));
    await Promise.all([1, 2, 3].map((id) => shipper.flushed(id)));
    expect(requests[0]).toEqual([1, 2, 3]);
  });

  describe('lines of the runner itself', () => {
    let spool: Spool;
    const calm = (text: string): void => {
      spool.append(0, Buffer.from(text), 1, Date.now());
      shipper.notify(true);
    };
    const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
    beforeEach(() => {
      jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
      spool = attempt(1);
    });
    afterEach(() => void jest.useRealTimers());

    it('should travel with what the tool prints', async () => {
      calm('taken\n');
      await pass(CALM_MS / 2);
      expect(requests).toEqual([]);
      write(spool, 'hello\n');
      await pass(LEAD_MS);
      expect([requests, store.lines(1)]).toEqual([[[1]], 2]);
    });

    it('should leave alone after a moment', async () => {
      calm('taken\n');
      await pass(CALM_MS);
      expect(store.lines(1)).toBe(1);
    });
  });

  it('should have one request in flight and carry on with what came meanwhile', async () => {
    let inFlight = 0;
    let most = 0;
    answer = async (frame) => {
      most = Math.max(most, ++inFlight);
      await new Promise((resolve) => setImmediate(resolve));
      inFlight--;
      return store.accept(frame);
    };
    const spool = attempt(1);
    const line = `${'x'.repeat(999)}\n`;
    for (let i = 0; i < 2000; i++) {
      write(spool, line);
      await (i % 50 === 0 ? new Promise((resolve) => setImmediate(resolve)) : undefined);
    }
    await shipper.flushed(1);
    expect(most).toBe(1);
    expect(store.bytes(1).length).toBe(2_000_000);
  });

  it('should need a request for each mebibyte of a flood, and one more', async () => {
    const spool = attempt(1);
    for (let block = 0; block < 320; block++) {
      write(spool, `${'x'.repeat(65_535)}\n`);
    }
    await shipper.flushed(1);
    expect(store.bytes(1)).toHaveLength(20 * 1_048_576);
    expect(requests.length).toBeLessThanOrEqual(21);
  });

  it('should repeat in the same order until the control plane takes it', async () => {
    let failures = 2;
    answer = async (frame) => {
      const accepted = failures % 2 === 1 ? store.accept(frame) : null;
      if (failures-- > 0) {
        throw new ConnectionError('log', new Error('gone'));
      }
      return accepted ?? store.accept(frame);
    };
    const spool = attempt(1);
    write(spool, 'one\n');
    const done = shipper.flushed(1);
    write(spool, 'two\nthree\n');
    await done;
    await shipper.flushed(1);
    expect(store.bytes(1).toString()).toBe('one\ntwo\nthree\n');
  });

  it('should go back when the control plane has a gap', async () => {
    const spool = attempt(1);
    write(spool, 'one\ntwo\n');
    await shipper.flushed(1);
    store.forget(1, 0);
    write(spool, 'three\n');
    await shipper.flushed(1);
    expect(store.bytes(1).toString()).toBe('one\ntwo\nthree\n');
  });

  it('should drop an attempt whose lease is gone without disturbing the others', async () => {
    const [first, second] = [attempt(1), attempt(2)];
    store.fence(1);
    onStale.mockImplementation(() => shipper.remove(1));
    write(first, 'a\n');
    write(second, 'b\n');
    await Promise.all([shipper.flushed(1), shipper.flushed(2)]);
    expect(onStale).toHaveBeenCalledTimes(1);
    expect(store.bytes(2).toString()).toBe('b\n');
  });

  it('should find the one attempt whose log is refused and go on with the others', async () => {
    const spools = [1, 2, 3].map(attempt);
    answer = async (frame) => {
      if (decodeLogFrame(frame).some((chunk) => chunk.head.attempt === 2)) {
        throw new GatewayError(400, 'malformed', 'log');
      }
      return store.accept(frame);
    };
    onRefused.mockImplementation(() => shipper.remove(2));
    spools.forEach((spool) => write(spool, 'x\n'));
    await Promise.all([1, 2, 3].map((id) => shipper.flushed(id)));
    expect(onRefused).toHaveBeenCalledTimes(1);
    expect([1, 2, 3].map((id) => store.lines(id))).toEqual([1, 0, 1]);
  });

  it('should keep a request below the limit and leave nobody out', async () => {
    const spools = Array.from({ length: 80 }, (_, i) => attempt(i + 1));
    for (const spool of spools) {
      spool.append(0, Buffer.from(`${randomBytes(125_000).toString('base64')}\n`), 1, 1);
    }
    shipper.notify();
    await Promise.all(spools.map((_, i) => shipper.flushed(i + 1)));
    expect(spools.map((_, i) => store.lines(i + 1))).toEqual(spools.map(() => 1));
    expect(requests.length).toBe(2);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_LOG_REQUEST_BYTES);
  });
});

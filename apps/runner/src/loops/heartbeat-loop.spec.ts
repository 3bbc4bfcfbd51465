import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  HEARTBEAT_SECONDS,
  type HeldAttempt,
  IDLE_HEARTBEAT_SECONDS,
  POLL_HOLD_SECONDS,
  RUNNER_DEGRADED_SECONDS,
} from '@switchyard/contracts';
import { ConnectionStatus } from '../gateway/connection-status.js';
import { createRunnerLog } from '../runner-log.js';
import { heartbeatLoop } from './heartbeat-loop.js';

const MINUTE_MS = 60_000;
const HELD: HeldAttempt = { attempt: 1, lease: '00000000-0000-4000-8000-000000000000', order: 'none' };
/** From one poll of the longest hold to the next, with a second on the way. */
const POLL_MS = POLL_HOLD_SECONDS.max * 1000 + 900;

describe(heartbeatLoop, () => {
  let held: HeldAttempt[];
  let beats: number[];
  let lastPoll: number;
  let connection: ConnectionStatus;
  let end: AbortController;

  beforeEach(() => {
    jest.useFakeTimers();
    [held, beats, lastPoll] = [[], [], Number.NEGATIVE_INFINITY];
    connection = new ConnectionStatus();
    end = new AbortController();
    const heartbeat = () => {
      beats.push(performance.now());
      return Promise.resolve({ orders: [], stale: [] });
    };
    const gateway = {
      connection,
      heartbeat,
      get lastPoll() {
        return lastPoll;
      },
    };
    const attempts = { list: () => held, follow: () => false };
    void heartbeatLoop({ gateway, held: attempts, log: createRunnerLog(() => undefined) }, end.signal);
  });
  afterEach(() => {
    end.abort();
    jest.useRealTimers();
  });

  /** Lets time pass while polls of the longest hold come one after the other. */
  async function passPolling(polls: number): Promise<void> {
    for (let poll = 0; poll < polls; poll++) {
      lastPoll = performance.now();
      await jest.advanceTimersByTimeAsync(POLL_MS);
    }
  }

  it('should beat every ten seconds while an attempt is held', async () => {
    held = [HELD];
    await passPolling(10);
    expect(beats.length).toBeGreaterThanOrEqual(29);
    expect(beats.length).toBeLessThanOrEqual(30);
  });

  it('should cost an idle runner its polls alone: three requests a minute', async () => {
    await passPolling(20);
    expect(beats).toHaveLength(1);
    expect(MINUTE_MS / 1000 / POLL_HOLD_SECONDS.min).toBeLessThan(3);
  });

  it('should beat within ten seconds of the first attempt after an idle time', async () => {
    await passPolling(2);
    const taken = performance.now();
    held = [HELD];
    await passPolling(1);
    expect(beats[1]).toBeLessThanOrEqual(taken + HEARTBEAT_SECONDS * 1000);
  });

  it('should never be silent until it counts as degraded, also when no poll comes through', async () => {
    expect(POLL_MS / 1000).toBeLessThan(IDLE_HEARTBEAT_SECONDS);
    expect(IDLE_HEARTBEAT_SECONDS).toBeLessThan(RUNNER_DEGRADED_SECONDS);
    await jest.advanceTimersByTimeAsync(5 * MINUTE_MS);
    expect(beats.length).toBeGreaterThanOrEqual(9);
    const pauses = beats.slice(1).map((beat, i) => beat - (beats[i] ?? 0));
    expect(Math.max(...pauses)).toBeLessThanOrEqual(IDLE_HEARTBEAT_SECONDS * 1000 + 10);
  });

  it('should beat as soon as the control plane is back', async () => {
    await jest.advanceTimersByTimeAsync(1000);
    connection.markDown();
    connection.markUp();
    await jest.advanceTimersByTimeAsync(0);
    expect(beats.length).toBe(2);
  });
});

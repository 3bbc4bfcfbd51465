import { messageOf } from '@switchyard/concurrency';
import { HEARTBEAT_SECONDS, IDLE_HEARTBEAT_SECONDS } from '@switchyard/contracts';
import type { GatewayClient } from '../gateway/gateway-client.js';
import { retrying } from '../gateway/retrying.js';
import { type RunnerLog, retryReporter } from '../runner-log.js';
import type { HeldAttempts } from './held-attempts.js';

interface HeartbeatParts {
  gateway: Pick<GatewayClient, 'connection' | 'heartbeat' | 'lastPoll'>;
  held: Pick<HeldAttempts, 'list' | 'follow'>;
  log: RunnerLog;
}

/**
 * Renews every held lease in one call, again and again, and carries out the orders that come back. A runner that holds
 * nothing only has to show that it lives: its polls do, and this does when they do not come through. Ends by `signal`.
 */
export async function heartbeatLoop(parts: HeartbeatParts, signal: AbortSignal): Promise<void> {
  const { gateway, held, log } = parts;
  const retry = { connection: gateway.connection, signal, onFailure: retryReporter(log, 'heartbeat') };
  while (!signal.aborted) {
    const began = performance.now();
    try {
      held.follow(await retrying(() => gateway.heartbeat({ held: held.list() }), retry));
    } catch (error) {
      if (!signal.aborted) {
        log.error('heartbeat refused', { error: messageOf(error) });
      }
    }
    await untilDue(parts, began, signal);
  }
}

/** Looks again at least as often as a held attempt needs it. A beat is due as well when the control plane is back. */
async function untilDue(parts: HeartbeatParts, lastBeat: number, signal: AbortSignal): Promise<void> {
  const { connection } = parts.gateway;
  let isBack = false;
  for (let due = nextBeat(parts, lastBeat); performance.now() < due && !isBack && !signal.aborted;) {
    isBack = await connection.pause(Math.min(due - performance.now(), HEARTBEAT_SECONDS * 1000), signal);
    due = nextBeat(parts, lastBeat);
  }
}

const nextBeat = ({ gateway, held }: HeartbeatParts, lastBeat: number): number =>
  held.list().length > 0
    ? lastBeat + HEARTBEAT_SECONDS * 1000
    : Math.max(lastBeat, gateway.lastPoll) + IDLE_HEARTBEAT_SECONDS * 1000;

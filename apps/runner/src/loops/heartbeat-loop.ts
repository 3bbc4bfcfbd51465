import { messageOf } from '@switchyard/concurrency';
import { HEARTBEAT_SECONDS } from '@switchyard/contracts';
import type { GatewayClient } from '../gateway/gateway-client.js';
import { retrying } from '../gateway/retrying.js';
import { type RunnerLog, retryReporter } from '../runner-log.js';
import type { HeldAttempts } from './held-attempts.js';

/** Renews every held lease in one call, again and again, and carries out the orders that come back. Ends by `signal`. */
export async function heartbeatLoop(
  parts: { gateway: GatewayClient; held: HeldAttempts; log: RunnerLog },
  signal: AbortSignal,
  intervalMs = HEARTBEAT_SECONDS * 1000,
): Promise<void> {
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
    await untilElapsed(gateway, began + intervalMs, signal);
  }
}

/** The pause of the connection may end early when the control plane is back; then a beat is due as well. */
async function untilElapsed(gateway: GatewayClient, end: number, signal: AbortSignal): Promise<void> {
  await gateway.connection.pause(Math.max(0, end - performance.now()), signal);
}

import type { Logger } from '../logging/logger.js';
import type { BusHandler } from './message-bus.js';
import { unpack } from './packet.js';

/** The subscribers of each channel inside this process. */
export class Subscriptions {
  private readonly handlers = new Map<string, Set<BusHandler>>();
  private readonly reconnectHandlers = new Set<() => void>();

  constructor(private readonly logger: Logger) {}

  add(channel: string, handler: BusHandler): () => void {
    // Every subscription counts on its own, also when two share one function.
    const own: BusHandler = (payload) => handler(payload);
    const handlers = this.handlers.get(channel) ?? new Set();
    this.handlers.set(channel, handlers.add(own));
    return () => void handlers.delete(own);
  }

  addReconnect(handler: () => void): () => void {
    const own = () => handler();
    this.reconnectHandlers.add(own);
    return () => void this.reconnectHandlers.delete(own);
  }

  /** Delivers the messages of a packet that begins at `start`. */
  deliverAll(packet: string, start = 0): void {
    for (const { channel, payload } of unpack(packet, start)) {
      this.deliver(channel, payload);
    }
  }

  private deliver(channel: string, payload: string): void {
    for (const handler of [...(this.handlers.get(channel) ?? [])]) {
      this.guard(() => handler(payload), channel);
    }
  }

  reconnected(): void {
    for (const handler of [...this.reconnectHandlers]) {
      this.guard(handler, 'reconnect');
    }
  }

  private guard(call: () => void, channel: string): void {
    try {
      call();
    } catch (error) {
      this.logger.error({ err: error, channel }, 'A bus subscriber failed');
    }
  }
}

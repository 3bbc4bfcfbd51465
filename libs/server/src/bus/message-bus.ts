/** Most bytes (UTF-8) of one payload: what fits into one PostgreSQL notification (below 8000) beside its address. */
export const MAX_BUS_PAYLOAD_BYTES = 7_900;
/** Most bytes of a channel name. Letters, digits and `-_.:` only. */
export const MAX_BUS_CHANNEL_BYTES = 63;

/** Called for every message of a channel, in the order of publication. Its errors are logged. */
export type BusHandler = (payload: string) => void;

/**
 * Messages to every process of the installation, this one included, by way of the store. A message is a hint that
 * something changed: it may be lost in an outage and may come twice. The truth is read from the database.
 */
export interface MessageBus {
  readonly kind: 'postgres' | 'redis';
  /** Fulfilled as soon as this process receives messages for the first time. */
  readonly ready: Promise<void>;
  /**
   * Sends after the present turn of the event loop, or a few milliseconds later when much is sent, together with what
   * else is waiting. Never waits and never fails because of an outage.
   * @throws BusMessageError when the payload or the channel name is too long, or the name holds other characters
   */
  publish(channel: string, payload: string): void;
  /** Takes effect at once when the bus is `ready`. Answers the function that ends it. */
  subscribe(channel: string, handler: BusHandler): () => void;
  /**
   * Called each time this process receives messages again after it may have missed some, and every few seconds while Redis is
   * away: read what counts again.
   */
  onReconnect(handler: () => void): () => void;
  /** Fulfilled when everything published so far was handed to the store, or given up. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** A message that can never be sent: a mistake in our own code. */
export class BusMessageError extends Error {
  override readonly name = 'BusMessageError';
}

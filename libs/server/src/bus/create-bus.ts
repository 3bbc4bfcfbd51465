import type { Logger } from '../logging/logger.js';
import { BusMessageError, MAX_BUS_CHANNEL_BYTES, MAX_BUS_PAYLOAD_BYTES, type MessageBus } from './message-bus.js';
import { PublishBuffer, type BusMessage } from './publish-buffer.js';
import { PostgresListener } from './postgres-listener.js';
import { PostgresPublisher } from './postgres-publisher.js';
import { RedisListener, RedisPublisher } from './redis-bus.js';
import { type Liveness, defaultLiveness } from './liveness.js';
import { Subscriptions } from './subscriptions.js';

export interface BusOptions {
  databaseUrl: string;
  /** `redis://…`; absent: the bus is LISTEN/NOTIFY on the database. */
  queueUrl?: string | undefined;
  logger: Logger;
  /** Default: a lost connection is noticed within 20 s. */
  liveness?: Liveness;
}

interface Listener {
  ready: Promise<void>;
  close(): Promise<void>;
}

interface Publisher {
  send(batch: BusMessage[]): Promise<void>;
  close(): Promise<void>;
}

const channelPattern = /^[A-Za-z0-9_.:-]+$/;

/** Opens the bus. Two connections; it begins to connect at once and never gives up, see `ready`. */
export function createBus({ databaseUrl, queueUrl, logger, liveness = defaultLiveness }: BusOptions): MessageBus {
  const subscriptions = new Subscriptions(logger);
  const listener: Listener = queueUrl
    ? new RedisListener(queueUrl, subscriptions, logger, liveness)
    : new PostgresListener(databaseUrl, subscriptions, logger, liveness);
  const publisher: Publisher = queueUrl
    ? new RedisPublisher(queueUrl, logger, liveness)
    : new PostgresPublisher(databaseUrl, liveness);
  const buffer = new PublishBuffer((batch) => publisher.send(batch), logger);
  return {
    kind: queueUrl ? 'redis' : 'postgres',
    ready: listener.ready,
    publish(channel, payload) {
      requireSendable(channel, payload);
      buffer.add({ channel, payload });
    },
    subscribe: (channel, handler) => subscriptions.add(channel, handler),
    onReconnect: (handler) => subscriptions.addReconnect(handler),
    flush: () => buffer.flush(),
    async close() {
      await buffer.close();
      await Promise.all([listener.close(), publisher.close()]);
    },
  };
}

function requireSendable(channel: string, payload: string): void {
  if (!channelPattern.test(channel) || channel.length > MAX_BUS_CHANNEL_BYTES) {
    throw new BusMessageError(`A bus channel has up to ${MAX_BUS_CHANNEL_BYTES} letters, digits or -_.:`);
  }
  const bytes = Buffer.byteLength(payload);
  if (bytes > MAX_BUS_PAYLOAD_BYTES) {
    throw new BusMessageError(
      `A bus payload may have ${MAX_BUS_PAYLOAD_BYTES} bytes, the one for "${channel}" has ${bytes}: send ids, cut lists`,
    );
  }
  if (payload.includes('\0')) {
    throw new BusMessageError(`A bus payload may not hold NUL, the one for "${channel}" does`);
  }
}

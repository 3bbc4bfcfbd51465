import { Redis, type RedisOptions } from 'ioredis';

/** A worker's connection and the copies BullMQ makes of it, which can be cut in every state. */
export class ConsumerRedis extends Redis {
  private readonly copies: Redis[] = [];

  override duplicate(override?: Partial<RedisOptions>): Redis {
    const copy = new ConsumerRedis({ ...this.options, ...override, replyMapping: 'legacy' });
    this.copies.push(copy);
    return copy;
  }

  /** ioredis never ends a client that waits for its next try to connect, so that try is begun first. */
  override disconnect(reconnect = false): void {
    if (!reconnect && this.status === 'reconnecting') {
      this.connect().catch(() => undefined);
    }
    super.disconnect(reconnect);
  }

  disconnectAll(): void {
    for (const client of [this, ...this.copies]) {
      client.disconnect();
    }
  }
}

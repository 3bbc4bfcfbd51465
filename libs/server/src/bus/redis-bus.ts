import { backoff } from '@switchyard/concurrency';
import { Redis } from 'ioredis';
import type { Logger } from '../logging/logger.js';
import type { BusMessage } from './publish-buffer.js';
import { packets } from './packet.js';
import type { Liveness } from './liveness.js';
import type { Subscriptions } from './subscriptions.js';

/** All messages go over one Redis channel, addressed inside of it; see the PostgreSQL side. */
const redisChannel = 'switchyard:bus';

/** So that no message holds back others for long. */
const MAX_PACKET_BYTES = 65_536;

/** How long closing waits for a server that is gone, in milliseconds. */
const disconnectTimeout = 200;

/** While Redis is away its messages are missed: interval at which what counts is read again, in milliseconds. */
const RECHECK_MS = 5_000;

const retryStrategy = (times: number): number => backoff(times, { min: 100, max: 5_000 });

/** Receives messages over Redis; ioredis connects and subscribes again by itself. */
export class RedisListener {
  readonly ready: Promise<void>;
  private readonly client: Redis;
  private readonly timers: NodeJS.Timeout[];
  private isListening = false;

  constructor(
    queueUrl: string,
    private readonly subscriptions: Subscriptions,
    private readonly logger: Logger,
    { probeEveryMs, answerMs }: Liveness,
    recheckMs = RECHECK_MS,
  ) {
    this.client = new Redis(queueUrl, {
      lazyConnect: true,
      retryStrategy,
      disconnectTimeout,
      autoResubscribe: false,
      socketTimeout: answerMs,
    });
    this.timers = [setInterval(() => this.probe(), probeEveryMs), setInterval(() => this.recheck(), recheckMs)];
    this.client.on('error', (error) => logger.warn({ err: error }, 'The bus lost its Redis connection'));
    this.client.on('close', () => (this.isListening = false));
    this.client.on('message', (_, text: string) => {
      subscriptions.deliverAll(text);
    });
    this.ready = new Promise((resolve) => {
      let listening: () => void = resolve;
      this.client.on('ready', () => {
        void this.subscribe(() => {
          listening();
          listening = () => subscriptions.reconnected();
        });
      });
    });
    this.client.connect().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.timers.forEach(clearInterval);
    this.client.disconnect();
  }

  private async subscribe(onListening: () => void): Promise<void> {
    try {
      await this.client.subscribe(redisChannel);
      this.isListening = true;
      onListening();
    } catch (error) {
      this.logger.warn({ err: error }, 'The bus could not subscribe and connects again');
      if (this.client.status === 'ready') {
        this.client.disconnect(true);
      }
    }
  }

  /** A subscriber sends nothing by itself, and only what is sent shows that nothing is answered any more. */
  private probe(): void {
    if (this.client.status === 'ready') {
      this.client.ping().catch(() => undefined);
    }
  }

  private recheck(): void {
    if (!this.isListening) {
      this.subscriptions.reconnected();
    }
  }
}

/** Publishes over Redis, a batch in one pipeline. */
export class RedisPublisher {
  private readonly client: Redis;

  constructor(queueUrl: string, logger: Logger, { answerMs }: Liveness) {
    const limits = { maxRetriesPerRequest: 0, socketTimeout: answerMs };
    this.client = new Redis(queueUrl, { retryStrategy, disconnectTimeout, ...limits });
    this.client.on('error', (error) => logger.debug({ err: error }, 'The bus publisher lost its Redis connection'));
  }

  /** Rejects when a message did not reach Redis. */
  async send(batch: BusMessage[]): Promise<void> {
    const pipeline = this.client.pipeline();
    for (const packet of packets(batch, MAX_PACKET_BYTES)) {
      pipeline.publish(redisChannel, packet);
    }
    const results = (await pipeline.exec()) ?? [];
    const failure = results.find(([error]) => error)?.[0];
    if (failure) {
      throw failure;
    }
  }

  async close(): Promise<void> {
    this.client.disconnect();
  }
}

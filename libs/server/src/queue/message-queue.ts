/** Message of a queue: ids and short words. Never a secret, never anything worth losing. */
export type QueueMessage = Record<string, string | number | boolean | null>;

/** The producing end of a queue. */
export interface MessageQueue<M extends QueueMessage> {
  readonly name: string;
  /** Rejects at once while the queue's store is away; see `Wake` for callers that must not fail. */
  add(message: M): Promise<void>;
  /** Messages that no worker has taken yet. */
  countWaiting(): Promise<number>;
  /** Removes every message that no worker has taken yet. */
  empty(): Promise<void>;
}

/** Works on one message. A rejection is logged and the message is gone: the sweep finds what was missed. */
export type MessageHandler<M extends QueueMessage> = (message: M) => Promise<void>;

export interface WorkerSettings {
  /** Messages worked on at the same time by this worker. Default 1. */
  concurrency?: number;
}

/** The consuming end of a queue. */
export interface QueueWorker {
  /** Fulfilled as soon as messages are taken. */
  readonly ready: Promise<void>;
  /** Takes no new message and waits for those at work. */
  close(): Promise<void>;
}

/** The queues of this process on one store. */
export interface QueueBackend {
  readonly kind: 'postgres' | 'redis';
  /** The same object for the same name. */
  queue<M extends QueueMessage>(name: string): MessageQueue<M>;
  worker<M extends QueueMessage>(name: string, handler: MessageHandler<M>, settings?: WorkerSettings): QueueWorker;
  /** Closes the workers, then the queues, then the connections. */
  close(): Promise<void>;
}

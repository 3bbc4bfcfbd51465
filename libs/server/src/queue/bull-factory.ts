import type { QueueMessage } from './message-queue.js';

/** Members of a BullMQ queue that are used, the same on both stores. */
export interface BullQueue {
  waitUntilReady(): Promise<unknown>;
  add(jobName: string, data: QueueMessage): Promise<unknown>;
  getWaitingCount(): Promise<number>;
  drain(): Promise<void>;
  close(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** Members of a BullMQ worker that are used. */
export interface BullWorker {
  waitUntilReady(): Promise<unknown>;
  /** Takes no more messages; those at work go on. */
  pause(doNotWaitActive: true): Promise<void>;
  resume(): Promise<void>;
  close(): Promise<void>;
  /** Cuts its connections: what waits on them fails. */
  disconnect(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** Makes BullMQ objects on one store and owns the connections they share. */
export interface BullFactory {
  readonly kind: 'postgres' | 'redis';
  /** Workers that the shared connections are enough for. */
  readonly maxWorkers: number;
  createQueue(name: string): BullQueue;
  createWorker(name: string, process: (job: { data: QueueMessage }) => Promise<void>, concurrency: number): BullWorker;
  close(): Promise<void>;
}

/** Nothing of a finished message stays: the database holds everything. */
export const jobOptions = { removeOnComplete: true, removeOnFail: true };

/** BullMQ keeps a list of events per queue; nobody reads it here. */
export const eventOptions = { events: { maxLen: 100 } };

/** `lockDuration`: how long a worker that vanished holds its message; messages take less than a second. All in milliseconds. */
export const workerOptions = { lockDuration: 10_000, stalledInterval: 10_000, runRetryDelay: 500 };

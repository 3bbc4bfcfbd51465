import { EventEmitter } from 'node:events';
import { expect, it } from '@jest/globals';
import { eventually } from '@switchyard/testing';
import { silent } from '../testing/stores.js';
import type { BullFactory, BullWorker } from './bull-factory.js';
import { DurableWorker } from './durable-worker.js';

/** Like BullMQ's worker while its store answers errors: it fails again as soon as it runs. */
class FailingWorker extends EventEmitter {
  fails = 0;
  isPaused = false;

  async waitUntilReady(): Promise<void> {
    this.run();
  }
  async pause(): Promise<void> {
    this.isPaused = true;
  }
  async resume(): Promise<void> {
    this.isPaused = false;
    this.run();
  }
  async close(): Promise<void> {
    this.isPaused = true;
  }
  async disconnect(): Promise<void> {
    this.isPaused = true;
  }
  private run(): void {
    if (!this.isPaused) {
      this.fails += 1;
      this.emit('error', new Error('relation "job" does not exist'));
      setImmediate(() => this.run());
    }
  }
}

it('should rest between errors of the store', async () => {
  const failing = new FailingWorker();
  const factory = { createWorker: () => failing as unknown as BullWorker } as Partial<BullFactory> as BullFactory;
  const begun = performance.now();
  const worker = new DurableWorker('dispatch', async () => undefined, 1, factory, silent);
  await eventually(() => Promise.resolve(expect(failing.fails).toBeGreaterThanOrEqual(3)));
  // Three tries have two rests of 500 ms between them.
  expect(performance.now() - begun).toBeGreaterThan(900);
  expect(failing.fails).toBeLessThanOrEqual(1 + (performance.now() - begun) / 499);
  await worker.close();
});

import { Batcher, type BatcherOptions } from '@switchyard/concurrency';
import { settleTogether } from './settle.js';

/**
 * Gathers equal calls of one process into few statements, as a {@link Batcher} does.
 *
 * `work` must be one statement or one transaction, and nothing that can throw after it: when it is refused, or its
 * values cannot be encoded, its items are tried again in halves (`settleTogether`), so that no call fails by the fault
 * of another. It answers one result per item, in their order. A work that takes row locks must take them in an order
 * that every other statement keeps. The caller encodes costly values itself, before `run`.
 */
export class StatementBatcher<I, R> extends Batcher<I, R> {
  constructor(work: (items: readonly I[]) => Promise<readonly R[]>, options?: BatcherOptions) {
    super((items) => settleTogether(items, work), options);
  }
}

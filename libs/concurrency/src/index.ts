export { anySignal } from './any-signal.js';
export { type Backoff, backoff } from './backoff.js';
export { Batcher, type BatcherOptions } from './batcher.js';
export { CoalescedSet } from './coalesced-set.js';
export { asLongAsRun, CoalescedWork, type CoalescedWorkOptions } from './coalesced-work.js';
export { KeyedLimiter, type Limits, LimiterFullError } from './keyed-limiter.js';
export { messageOf } from './message-of.js';
export { retry, type RetryOptions } from './retry.js';

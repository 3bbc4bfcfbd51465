export { anySignal } from './any-signal.js';
export { Batcher, type BatcherOptions } from './batcher.js';
export { CoalescedSet } from './coalesced-set.js';
export { CoalescedWork, type CoalescedWorkOptions, type EndedRun } from './coalesced-work.js';
export { KeyedLimiter, type Limits, LimiterFullError } from './keyed-limiter.js';

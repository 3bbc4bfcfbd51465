import type { Backoff } from '@switchyard/concurrency';
import type { DeliveryErrorCode, DeliveryKind as DeliveryKindName } from '@switchyard/contracts';
import type { ClaimedDelivery } from '@switchyard/database';

/** How a try ended. */
export interface Outcome {
  /** `retry` = may succeed later; `dead` = another try would end the same way. */
  result: 'delivered' | 'retry' | 'dead';
  /** HTTP status; null = there was no answer. */
  status: number | null;
  error: DeliveryErrorCode | null;
  /** Seconds that the receiver wants to be left alone. */
  retryAfterSeconds?: number;
  /** Whether the target can be reached at all; one that cannot is held back with all that waits for it. */
  target: 'available' | 'unavailable' | 'unknown';
}

/** How often a delivery is tried, and when again. */
export interface RetryPolicy {
  tries: number;
  pauseSeconds: Backoff;
}

/** A delivery with the address and secret of its target. */
export interface Prepared {
  /** Makes, signs and sends the request and applies the success rule of the kind. */
  send(signal: AbortSignal): Promise<Outcome>;
}

/**
 * One kind of delivery: what it is sent to, how it is signed, what counts as success, and when it is tried again. A new
 * kind is a file that implements this, its name in the contracts and a line in `DeliveryKinds`.
 */
export interface DeliveryKind {
  readonly name: DeliveryKindName;
  /** Most tries at once to one target. */
  readonly parallel: number;
  readonly retry: RetryPolicy;
  /**
   * Reads the targets as they are now, in one query.
   * @returns one result for each delivery, in their order: how to send it, or why it is dead without a try
   */
  prepare(deliveries: readonly ClaimedDelivery[]): Promise<readonly (Prepared | DeliveryErrorCode)[]>;
  /** Called when the end of a try is stored, for live updates of the target. */
  tried?(targetId: number): void;
}

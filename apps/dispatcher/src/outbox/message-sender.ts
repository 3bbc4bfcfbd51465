import { type Backoff, backoff } from '@switchyard/concurrency';
import type { DeliveryErrorCode, DeliveryKind as MessageKind } from '@switchyard/contracts';
import type { ClaimedMessage, TryEnd } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

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

/** How often a message is tried, and when again. */
export interface RetryPolicy {
  tries: number;
  pauseSeconds: Backoff;
}

/** A message with the address and secret of its target. */
export interface Prepared {
  /** Makes, signs and sends the request and applies the success rule of the kind. */
  send(signal: AbortSignal): Promise<Outcome>;
}

/**
 * One kind of message: what it is sent to, how it is signed, what counts as success, and when it is tried again. A new
 * kind is a file that implements this, its name in the contracts and a line in `MessageSenders`.
 */
export interface MessageSender {
  readonly name: MessageKind;
  /** Most tries at once to one target. */
  readonly parallel: number;
  readonly retry: RetryPolicy;
  /**
   * Reads the targets as they are now, in one query.
   * @returns one result for each message, in their order: how to send it, or why it is dead without a try
   */
  prepare(messages: readonly ClaimedMessage[]): Promise<readonly (Prepared | DeliveryErrorCode)[]>;
  /** Called when the end of a try is stored, for live updates of the target. */
  tried?(targetId: number): void;
}

/** Nothing could be sent. A person can repair that, so it is tried again. */
export const repairable = (error: DeliveryErrorCode): Outcome => ({
  result: 'retry',
  status: null,
  error,
  target: 'unavailable',
});

/** Tries of every kind: the last ones come an hour apart, for a day and a half. */
export const MESSAGE_RETRY: RetryPolicy = { tries: 40, pauseSeconds: { min: 5, max: 3_600, jitter: 'equal' } };

/** How long an unavailable target is left alone: not longer than people want to wait after a repair. */
const TARGET_PAUSE_SECONDS = { min: 5, max: 300, jitter: 'equal' } as const;
/** Longest wish of a receiver that is honoured: as long as a message lives. */
const LONGEST_WISH_SECONDS = 86_400;

/** Decides about a message and its target after a try. */
export function tryEndOf(
  { tries, isExpired, targetFailures }: Pick<ClaimedMessage, 'tries' | 'isExpired' | 'targetFailures'>,
  outcome: Outcome,
  policy: RetryPolicy,
): TryEnd {
  const { status, error, target, retryAfterSeconds = 0 } = outcome;
  const wish = Math.min(retryAfterSeconds, LONGEST_WISH_SECONDS);
  const isLast = isExpired || tries >= policy.tries;
  const retry = { retrySeconds: Math.max(backoff(tries, policy.pauseSeconds), wish) };
  const unavailable = { unavailableSeconds: Math.max(backoff(targetFailures + 1, TARGET_PAUSE_SECONDS), wish) };
  return {
    result: outcome.result === 'retry' ? (isLast ? 'dead' : retry) : outcome.result,
    status,
    error,
    target: target === 'unavailable' ? unavailable : target,
  };
}

/** Data that was read for a message. */
interface OfMessage {
  /** Place of the message in the request, from 1 on. */
  n: number;
}

type Find<R> = (manager: EntityManager, messageIds: readonly string[]) => Promise<R[]>;

/** Prepares messages by the rows that one query finds for them; the target of one without a row is gone. */
export async function prepareRows<R extends OfMessage>(
  manager: EntityManager,
  messages: readonly ClaimedMessage[],
  find: Find<R>,
  prepare: (message: ClaimedMessage, row: R) => Prepared | DeliveryErrorCode,
): Promise<(Prepared | DeliveryErrorCode)[]> {
  const ids = messages.map(({ id }) => id);
  const rows = new Map((await find(manager, ids)).map((row) => [row.n, row]));
  return messages.map((message, i) => {
    const row = rows.get(i + 1);
    return row ? prepare(message, row) : 'target_removed';
  });
}

import { z } from 'zod';
import { DeliveryErrorCode } from '../delivery/delivery.js';
import { Id, Time } from '../primitives/primitives.js';
import { TaskStatus } from '../task/status.js';

/**
 * Body of the POST to the webhook of a runner, so that machines can be started when there is work for them.
 *
 * - `task.queued`: the task waits for a runner, and this one could take it by project and tag. Sent again when the task
 *   waits again: when its runner was lost, when its plan was confirmed.
 * - `task.finished`: the task reached a final status.
 *
 * One of several runners with the same address is notified; its secret signs, and `runner_id` names it. Delivered at least
 * once, not always in order: a repetition has the same delivery id, and `at` gives the order. Any 2xx status accepts it.
 */
export const RunnerNotificationBody = z.object({
  event: z.enum(['task.queued', 'task.finished']),
  task_id: Id,
  project_id: Id,
  template_id: Id,
  status: TaskStatus,
  /** The tag that the task requires, `''` = none. */
  runner_tag: z.string(),
  runner_id: Id,
  at: Time,
});
export type RunnerNotificationBody = z.infer<typeof RunnerNotificationBody>;

/**
 * Headers of the POST. `signature` is `sha256=` and the HMAC-SHA-256 in lower-case hex, keyed with the text of the
 * webhook secret, over the timestamp, a dot and the body as it was sent. Refuse a timestamp (Unix seconds) that is
 * minutes off: it is a replay. `delivery` is a UUID that stays the same in every try.
 */
export const NotificationHeader = {
  timestamp: 'x-switchyard-timestamp',
  signature: 'x-switchyard-signature',
  delivery: 'x-switchyard-delivery',
} as const;

/** How the last try of a webhook ended: the HTTP status if there was an answer, and what was wrong, in English and as code. */
export const NotificationAnswer = z.object({
  at: Time,
  status: z.int().nullable(),
  error: z.string().nullable(),
  code: DeliveryErrorCode.nullable(),
});
export type NotificationAnswer = z.infer<typeof NotificationAnswer>;

/** Answer of the call that renews the webhook secret: the only time at which it is shown. */
export const NotificationSecret = z.object({ webhook_secret: z.string() });
export type NotificationSecret = z.infer<typeof NotificationSecret>;

/** Names the place of a runner's stored webhook secret to the encryption at rest. */
export const notificationSecretContext = (runnerId: number): string => `runner_webhook:${runnerId}`;

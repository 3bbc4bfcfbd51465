import { z } from 'zod';
import { Time } from '../primitives/primitives.js';

/**
 * Kind of a delivery, which names its target: `runner_webhook` = a signed POST to the webhook of a runner; alerts go to a
 * channel of a project (`alert_channel`), to one that the settings of the server name (`alert_server`), and by mail to a
 * user (`alert_user`); the status of a task goes to the forge of its repository (`commit_status`),
 * and of one of a pull request also into its comment there (`pull_request_comment`); the test of a receiver of the audit
 * log goes there (`audit_receiver`).
 */
export const DeliveryKind = z.enum([
  'runner_webhook',
  'alert_channel',
  'alert_server',
  'alert_user',
  'commit_status',
  'pull_request_comment',
  'audit_receiver',
]);
export type DeliveryKind = z.infer<typeof DeliveryKind>;

/**
 * `pending` = waits for its next try, `sending` = a try is under way, `delivered` = the receiver accepted it, `dead` = it
 * is tried no more until a person sends it again.
 */
export const DeliveryStatus = z.enum(['pending', 'sending', 'delivered', 'dead']);
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

/** Why a try failed, or why there is no further one. */
export const DeliveryErrorCode = z.enum([
  // The receiver's answer.
  'http_status',
  'redirected',
  // No answer.
  'address',
  'refused',
  'unknown_host',
  'unreachable',
  'certificate',
  'too_slow',
  'too_large',
  'no_http',
  'rejected',
  // Nothing was sent.
  'no_secret',
  'no_mail_server',
  'secret_unreadable',
  'target_removed',
  'outdated',
  'expired',
  'internal',
]);
export type DeliveryErrorCode = z.infer<typeof DeliveryErrorCode>;

const sentences: Readonly<Record<DeliveryErrorCode, string>> = {
  http_status: 'The receiver answered with an error status',
  redirected: 'Redirections are not followed',
  address: 'The address must be an http or https address',
  refused: 'The address is not public; SWITCHYARD_OUTBOUND_ALLOW can allow it',
  unknown_host: 'The name could not be resolved',
  unreachable: 'The connection failed',
  certificate: 'The certificate is not trusted',
  too_slow: 'There was no whole answer in time',
  too_large: 'The answer is too large',
  no_http: 'The answer is not HTTP',
  rejected: 'The receiver did not accept it',
  no_secret: 'The target has no secret to sign with; make one',
  no_mail_server: 'The server has no mail server: SWITCHYARD_SMTP_URL is not set',
  secret_unreadable: 'The secret cannot be opened: dispatcher and api have different secret keys',
  target_removed: 'The target no longer exists or has no address',
  outdated: 'It was no longer true when it could be sent again',
  expired: 'It could not be sent in time',
  internal: 'It could not be sent because of an internal error',
};

/** The English sentence of a code, for clients without a catalogue of their own. */
export const deliveryErrorText = (code: DeliveryErrorCode): string => sentences[code];

/** How a try failed: its code, the same in English, and the HTTP status if there was an answer. */
export const DeliveryError = z.object({ code: DeliveryErrorCode, text: z.string(), status: z.int().nullable() });
export type DeliveryError = z.infer<typeof DeliveryError>;

/** Most deliveries in a list: the latest ones. */
export const MAX_LISTED_DELIVERIES = 50;

/** One delivery to the webhook of a runner, as people see it. */
export const RunnerDelivery = z.object({
  /** The same in every try; the receiver gets it as a header. */
  id: z.uuid(),
  event: z.string(),
  task_id: z.int().nullable(),
  project_id: z.int().nullable(),
  status: DeliveryStatus,
  tries: z.int(),
  created: Time,
  /** Null when it is tried no more. */
  next_try: Time.nullable(),
  ended: Time.nullable(),
  /** Of the last try; null when that succeeded or there was none. */
  error: DeliveryError.nullable(),
});
export type RunnerDelivery = z.infer<typeof RunnerDelivery>;

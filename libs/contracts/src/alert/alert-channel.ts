import { z } from 'zod';
import { deliverySecretInput, ShortText } from '../delivery/delivery-secret.js';
import { DeliveryError, DeliveryKind, DeliveryStatus } from '../delivery/delivery.js';
import { refuse } from '../errors/issue.js';
import { problem } from '../errors/problem.js';
import { BodyId } from '../primitives/absent.js';
import { EmailAddress, Flag, Id, isWebAddress, KeptFlag, Name, Time } from '../primitives/primitives.js';
import { ALERT_EVENTS, AlertEvent } from './alert.js';

export const ALERT_CHANNEL_TYPES = [
  'email',
  'slack',
  'teams',
  'telegram',
  'rocketchat',
  'dingtalk',
  'gotify',
  'webhook',
] as const;
export const AlertChannelType = z.enum(ALERT_CHANNEL_TYPES);
export type AlertChannelType = z.infer<typeof AlertChannelType>;

/** Members that a channel of a type needs. `chat` = the id of a Telegram chat, `recipients` = mail addresses. */
interface Needs {
  target: 'recipients' | 'chat' | null;
  url: boolean;
  token: 'required' | 'optional' | null;
}

/** Addresses of incoming webhooks hold their key, so address and token are secrets alike. */
export const ALERT_CHANNEL_NEEDS: Readonly<Record<AlertChannelType, Needs>> = {
  email: { target: 'recipients', url: false, token: null },
  slack: { target: null, url: true, token: null },
  teams: { target: null, url: true, token: null },
  telegram: { target: 'chat', url: false, token: 'required' },
  rocketchat: { target: null, url: true, token: null },
  dingtalk: { target: null, url: true, token: 'optional' },
  gotify: { target: null, url: true, token: 'required' },
  webhook: { target: null, url: true, token: 'required' },
};

/** Mail addresses of one channel. */
const MAX_RECIPIENTS = 10;

/** A number, or the name of a public channel: what `chat_id` of Telegram's Bot API takes. */
const CHAT = /^(-?\d{1,20}|@\w{4,64})$/;
/** Tokens go into headers and, with Telegram, into the path. */
const TOKEN = /^[\x21-\x7e]*$/;

/** The addresses of a list with commas between them. */
export const recipientsOf = (target: string): string[] =>
  target
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');

/** Body of create and update. Of a channel that exists, type, `url` and `token` change with `override_secret` alone, and together. */
export const AlertChannelInput = z
  .object({
    id: BodyId,
    project_id: BodyId,
    name: Name,
    type: AlertChannelType,
    /** On unless it is sent. */
    active: KeptFlag,
    events: z.array(AlertEvent).max(ALERT_EVENTS.length),
    target: ShortText(2_600),
    ...deliverySecretInput,
    override_secret: Flag,
  })
  .superRefine(({ type, target, url, token }, context) => {
    const needs = ALERT_CHANNEL_NEEDS[type];
    if (needs.target !== null) {
      targetFaults(needs.target, target).forEach((fault) => refuse(context, fault, { path: ['target'] }));
    }
    if (url !== '' && !isWebAddress(url)) {
      refuse(context, problem('web_address'), { path: ['url'] });
    }
    if (!TOKEN.test(token)) {
      refuse(context, problem('invalid'), { path: ['token'] });
    }
  });
export type AlertChannelInput = z.infer<typeof AlertChannelInput>;

function targetFaults(kind: 'recipients' | 'chat', target: string) {
  if (target === '') {
    return [problem('empty')];
  }
  if (kind === 'chat') {
    return CHAT.test(target) ? [] : [problem('chat_id')];
  }
  const recipients = recipientsOf(target);
  const isValid = recipients.length > 0 && recipients.every((each) => EmailAddress.safeParse(each).success);
  return [
    ...(isValid ? [] : [problem('email')]),
    ...(recipients.length > MAX_RECIPIENTS ? [problem('too_many', { max: MAX_RECIPIENTS })] : []),
  ];
}

/** The secret member that a new channel, or one with `override_secret`, lacks; null = none. */
export function missingChannelSecret({
  type,
  url,
  token,
}: Pick<AlertChannelInput, 'type' | 'url' | 'token'>): 'url' | 'token' | null {
  const needs = ALERT_CHANNEL_NEEDS[type];
  if (needs.url && url === '') {
    return 'url';
  }
  return needs.token === 'required' && token === '' ? 'token' : null;
}

/** Names the place of a channel's secret to the encryption at rest. */
export const alertSecretContext = (channelId: number): string => `alert_channel:${channelId}`;

/** How the last try to reach a channel ended; no error = it was accepted. */
export const AlertOutcome = z.object({ at: Time, error: DeliveryError.nullable() });
export type AlertOutcome = z.infer<typeof AlertOutcome>;

/** A channel as it is read, without its secret. `target` is the host of a channel that has an address. */
export const AlertChannel = z.object({
  id: Id,
  project_id: Id,
  name: z.string(),
  type: AlertChannelType,
  active: z.boolean(),
  events: z.array(AlertEvent),
  target: z.string(),
  last: AlertOutcome.nullable(),
});
export type AlertChannel = z.infer<typeof AlertChannel>;

/** One alert on its way to a channel of the project or the server, or to a member. */
export const AlertDelivery = z.object({
  id: z.uuid(),
  kind: DeliveryKind,
  /** Id of the channel, place of the type in `ALERT_CHANNEL_TYPES`, or id of the user, by the kind. */
  target_id: z.int(),
  /** Its name; empty when it is gone. */
  target: z.string(),
  event: z.string(),
  task_id: Id.nullable(),
  template_id: Id.nullable(),
  status: DeliveryStatus,
  tries: z.int(),
  created: Time,
  next_try: Time.nullable(),
  ended: Time.nullable(),
  error: DeliveryError.nullable(),
});
export type AlertDelivery = z.infer<typeof AlertDelivery>;

/** Answer of `POST …/alert_channels/{id}/test`: the delivery whose outcome the list of deliveries shows. */
export const AlertTest = z.object({ id: z.uuid() });
export type AlertTest = z.infer<typeof AlertTest>;

/** Answer of `GET …/alert_deliveries`: the latest, and the types of channels that the server itself sends to. */
export const AlertStatus = z.object({ deliveries: z.array(AlertDelivery), server: z.array(AlertChannelType) });
export type AlertStatus = z.infer<typeof AlertStatus>;

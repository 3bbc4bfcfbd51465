import { z } from 'zod';
import { AlertOutcome } from '../alert/alert-channel.js';
import { deliverySecretInput } from '../delivery/delivery-secret.js';
import { DeliveryError } from '../delivery/delivery.js';
import { refuse } from '../errors/issue.js';
import { problem } from '../errors/problem.js';
import { BodyId } from '../primitives/absent.js';
import { Flag, Id, isWebAddress, KeptFlag, Name, Time } from '../primitives/primitives.js';
import { AuditRecord } from './audit.js';

export const AUDIT_RECEIVER_TYPES = ['webhook', 'syslog'] as const;
export const AuditReceiverType = z.enum(AUDIT_RECEIVER_TYPES);
export type AuditReceiverType = z.infer<typeof AuditReceiverType>;

/** Ports of syslog over TLS (RFC 5425) and over TCP (RFC 6587). */
const SYSLOG_PORTS = new Map([
  ['tls:', 6514],
  ['tcp:', 601],
]);

/** Where a syslog receiver is. `host` is a name or an address without brackets. */
export interface SyslogPlace {
  tls: boolean;
  host: string;
  port: number;
}

/** The place of an address such as `tls://syslog.example.com:6514`; null = it is none. */
export function syslogPlace(address: string): SyslogPlace | null {
  const url = /^[\x21-\x7e]+$/.test(address) && URL.canParse(address) ? new URL(address) : null;
  const port = url && SYSLOG_PORTS.get(url.protocol);
  const rest = url && url.username + url.password + url.pathname.replace(/^\/$/, '') + url.search + url.hash;
  if (!url || port === undefined || port === null || rest !== '' || url.hostname === '') {
    return null;
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return { tls: url.protocol === 'tls:', host, port: url.port === '' ? port : Number(url.port) };
}

/**
 * Body of create and update. `url`: of a webhook, or `tls://host:port`, `tcp://host:port` of a syslog receiver; `token`
 * signs what a webhook gets. Of a receiver that exists, type, `url` and `token` change with `override_secret` alone, and together.
 */
export const AuditReceiverInput = z
  .object({
    id: BodyId,
    name: Name,
    type: AuditReceiverType,
    /** On unless it is sent. */
    active: KeptFlag,
    ...deliverySecretInput,
    override_secret: Flag,
  })
  .superRefine(({ type, url, token }, context) => {
    if (url !== '' && type === 'webhook' && !isWebAddress(url)) {
      refuse(context, problem('web_address'), { path: ['url'] });
    }
    if (url !== '' && type === 'syslog' && syslogPlace(url) === null) {
      refuse(context, problem('syslog_address'), { path: ['url'] });
    }
    if (token !== '' && type === 'syslog') {
      refuse(context, problem('invalid'), { path: ['token'] });
    }
  });
export type AuditReceiverInput = z.infer<typeof AuditReceiverInput>;

/** The secret member that a new receiver, or one with `override_secret`, lacks; null = none. */
export function missingReceiverSecret({
  type,
  url,
  token,
}: Pick<AuditReceiverInput, 'type' | 'url' | 'token'>): 'url' | 'token' | null {
  return url === '' ? 'url' : type === 'webhook' && token === '' ? 'token' : null;
}

/** Names the place of a receiver's secret to the encryption at rest. */
export const auditReceiverContext = (receiverId: number): string => `audit_receiver:${receiverId}`;

/** Most records that are counted. */
export const MOST_WAITING = 10_000;

/**
 * Where the audit log goes, without its secret. `host` is that of its address. It gets every record from its creation on, in their
 * order, at least once.
 */
export const AuditReceiver = z.object({
  id: Id,
  name: z.string(),
  type: AuditReceiverType,
  active: z.boolean(),
  host: z.string(),
  /** When it last got records. */
  delivered_at: Time.nullable(),
  /** When a try last failed since. */
  failed_at: Time.nullable(),
  error: DeliveryError.nullable(),
  /** Records that it has not got, at most 10,000. */
  waiting: z.int(),
  /** The time of the oldest one. */
  waiting_since: Time.nullable(),
  /** How the last test ended. */
  tested: AlertOutcome.nullable(),
});
export type AuditReceiver = z.infer<typeof AuditReceiver>;

/**
 * Body of the signed POST to a webhook: `audit.records` with records in the order of their ids, or `audit.test` without any.
 * Headers and signature are those of {@link NotificationHeader}; the delivery is the same when a batch is sent again.
 */
export const AuditBatch = z.object({ event: z.enum(['audit.records', 'audit.test']), records: z.array(AuditRecord) });
export type AuditBatch = z.infer<typeof AuditBatch>;

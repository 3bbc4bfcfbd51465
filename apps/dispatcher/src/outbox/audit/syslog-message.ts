import { hostname } from 'node:os';
import type { AuditOutcome, AuditRecord } from '@switchyard/contracts';

/** Facility 13: log audit (RFC 5424, 6.2.1). */
const FACILITY = 13 * 8;
/** Notice, warning, error. */
const SEVERITIES: Readonly<Record<AuditOutcome, number>> = { done: 5, refused: 4, failed: 3 };
/** Size that receivers should take (RFC 5425, 4.3.1); larger records come without what was changed. */
const MOST_BYTES = 8_192;

/** One message (RFC 5424) behind the number of its octets (RFC 6587, 3.4.1). */
function framed(priority: number, at: string, kind: string, content: object): Buffer {
  const message = Buffer.from(`<${priority}>1 ${at} ${host} switchyard - ${kind} - ${JSON.stringify(content)}`);
  return Buffer.concat([Buffer.from(`${message.length} `), message]);
}

/** A record as JSON. */
export function syslogRecord(record: AuditRecord): Buffer {
  const priority = FACILITY + SEVERITIES[record.outcome];
  const whole = framed(priority, record.at, 'audit', record);
  return whole.length <= MOST_BYTES
    ? whole
    : framed(priority, record.at, 'audit', { ...record, before: null, after: null, cut: true });
}

/** Message of a test. */
export const syslogTest = (): Buffer =>
  framed(FACILITY + SEVERITIES.done, new Date().toISOString(), 'test', { event: 'audit.test' });

/** At most 255 printable characters. */
const host =
  hostname()
    .replaceAll(/[^\x21-\x7e]/g, '')
    .slice(0, 255) || '-';

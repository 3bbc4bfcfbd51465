import { createHmac, timingSafeEqual } from 'node:crypto';
import { PaymentStatus } from '@switchyard/contracts';
import { z } from 'zod';
import { SignatureError, type Callback } from './payment-gateway.js';

/** Header with the time in seconds and the HMAC-SHA256 of time and body: `t=1700000000,v1=<hex>`. */
export const SIGNATURE_HEADER = 'switchyard-payment-signature';
/** How old a callback may be, in seconds: a replayed one is refused, and changes nothing within that time. */
const TOLERANCE_SECONDS = 300;
const FORM = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

/** Report about a payment, in callbacks and in answers. */
export const SignedReport = z.object({
  id: z.string().min(1).max(255),
  state: PaymentStatus,
  cents: z.int().min(1).max(100_000_000),
  currency: z.string().max(8),
});
export type SignedReport = z.infer<typeof SignedReport>;

/** The header that signs a body. */
export const signatureOf = (secret: string, body: string | Buffer, seconds = Math.floor(Date.now() / 1_000)): string =>
  `t=${seconds},v1=${digest(secret, seconds, body).toString('hex')}`;

/** @throws SignatureError */
export function verifiedReport(secret: string, { headers, body }: Callback): SignedReport {
  const [, time = '', signature = ''] = FORM.exec(String(headers[SIGNATURE_HEADER] ?? '')) ?? [];
  const isOurs = signature !== '' && timingSafeEqual(Buffer.from(signature, 'hex'), digest(secret, Number(time), body));
  if (!isOurs || Math.abs(Date.now() / 1_000 - Number(time)) > TOLERANCE_SECONDS) {
    throw new SignatureError();
  }
  const report = SignedReport.safeParse(jsonOf(body));
  if (!report.success) {
    throw new SignatureError();
  }
  return report.data;
}

const digest = (secret: string, seconds: number, body: string | Buffer): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();

/** Undefined when it is no JSON. */
function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

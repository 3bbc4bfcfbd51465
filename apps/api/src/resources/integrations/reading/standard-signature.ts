import { createHmac } from 'node:crypto';

/** How far the time of a webhook may be from the clock of this server, so that one cannot be sent again later. */
export const TOLERANCE_SECONDS = 300;

type Headers = ReadonlyMap<string, string>;

/** Whether the time that the headers name is close enough to this server's. */
export function isTimely(headers: Headers, now = Date.now()): boolean {
  const sent = headers.get('webhook-timestamp') ?? '';
  return /^\d{1,12}$/.test(sent) && Math.abs(Number(sent) - now / 1_000) <= TOLERANCE_SECONDS;
}

/** Signatures that a webhook carries, each without its version; others than `v1` are left out. */
export const sentSignatures = (headers: Headers): string[] =>
  (headers.get('webhook-signature') ?? '')
    .slice(0, 4_096)
    .split(' ')
    .flatMap((each) => (each.startsWith('v1,') ? [each.slice(3)] : []));

/**
 * The signature in base64 of id, time and body.
 * @param secret `whsec_` and the key in base64, or another text that is the key itself
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md (symmetric signatures)
 * @see https://gitlab.com/gitlab-org/gitlab/-/merge_requests/230944 (signing tokens of webhooks)
 */
export function standardSignature(headers: Headers, body: Uint8Array, secret: string): string {
  const encoded = /^whsec_([A-Za-z\d+/]+={0,2})$/.exec(secret)?.[1];
  const key = encoded === undefined ? Buffer.from(secret) : Buffer.from(encoded, 'base64');
  const begin = `${headers.get('webhook-id') ?? ''}.${headers.get('webhook-timestamp') ?? ''}.`;
  return createHmac('sha256', key).update(begin).update(body).digest('base64');
}

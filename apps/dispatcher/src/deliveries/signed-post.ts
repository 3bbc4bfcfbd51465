import { createHmac } from 'node:crypto';
import { WebhookHeader } from '@switchyard/contracts';
import type { OutboundRequest } from '@switchyard/server';

/** A POST of JSON, signed as {@link WebhookHeader} defines it. */
export function signedPost(
  url: string,
  payload: object,
  { id, secret }: { id: string; secret: string },
): OutboundRequest {
  const body = JSON.stringify(payload);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    [WebhookHeader.timestamp]: timestamp,
    [WebhookHeader.signature]: `sha256=${signature}`,
    [WebhookHeader.delivery]: id,
  };
  return { url, method: 'POST', body, headers };
}

import { gunzipSync, gzipSync } from 'node:zlib';
import { MAX_TRIED_BODY } from '@switchyard/contracts';
import type { SecretBox } from '@switchyard/server';
import { z } from 'zod';
import { keptPayload, type WebhookPayload } from '../reading/webhook-payload.js';
import { isProofHeader } from '../reading/shown-reading.js';

const contextOf = (deliveryId: string): string => `integration_delivery:${deliveryId}`;
const MAX_OPENED = 4 * 1024 * 1024;

const KeptRequest = z.object({ headers: z.array(z.tuple([z.string(), z.string()])), text: z.string() });

/** Ciphertext of a webhook that may be delivered again, without what proved its sender; `null` = it is too large. */
export function keepRequest(
  box: SecretBox,
  id: string,
  { headers, text }: WebhookPayload,
  authHeader: string,
): string | null {
  if (Buffer.byteLength(text) > MAX_TRIED_BODY) {
    return null;
  }
  const kept = [...headers].filter(([name]) => !isProofHeader(name, { authHeader }));
  return box.seal(gzipSync(JSON.stringify({ headers: kept, text }), { level: 1 }), contextOf(id));
}

/** The webhook of a delivery. @throws when it does not open */
export function openRequest(box: SecretBox, id: string, sealed: string): WebhookPayload {
  const opened = gunzipSync(box.open(sealed, contextOf(id)), { maxOutputLength: MAX_OPENED });
  const { headers, text } = KeptRequest.parse(JSON.parse(opened.toString('utf8')));
  return keptPayload(new Map(headers), text);
}

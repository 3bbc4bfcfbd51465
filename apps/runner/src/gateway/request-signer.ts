import { createHash, createHmac, randomBytes } from 'node:crypto';
import { PROTOCOL_VERSION, RUNNER_HEADERS, signedText } from '@switchyard/contracts';

/** Headers that prove who sends a request; see the table in the contract's `signature.ts`. */
export function signedHeaders(
  token: string,
  key: Uint8Array,
  request: { path: string; timeMs: number; body: Uint8Array },
): Record<string, string> {
  const time = String(Math.round(request.timeMs));
  const nonce = randomBytes(16).toString('base64url');
  const bodyHash = createHash('sha256').update(request.body).digest('hex');
  return {
    authorization: `Bearer ${token}`,
    [RUNNER_HEADERS.protocol]: String(PROTOCOL_VERSION),
    [RUNNER_HEADERS.time]: time,
    [RUNNER_HEADERS.nonce]: nonce,
    [RUNNER_HEADERS.signature]: createHmac('sha256', key)
      .update(signedText('POST', request.path, time, nonce, bodyHash))
      .digest('hex'),
  };
}

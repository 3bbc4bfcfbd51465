import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { signedText } from '@switchyard/contracts';

/** What a signature covers. `body` = the bytes as they arrived. */
export interface SignedRequest {
  method: string;
  path: string;
  time: string;
  nonce: string;
  body: Uint8Array;
}

/** HMAC-SHA256 of the request with the shared key, lower-case hex. */
function signatureOf(request: SignedRequest, sharedKey: Uint8Array): string {
  const bodyHash = hash('sha256', request.body);
  const text = signedText(request.method, request.path, request.time, request.nonce, bodyHash);
  return createHmac('sha256', sharedKey).update(text).digest('hex');
}

/** True when the signature is the request's; compares in constant time. */
export function isSignedBy(request: SignedRequest, signature: string, sharedKey: Uint8Array): boolean {
  const expected = Buffer.from(signatureOf(request, sharedKey));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

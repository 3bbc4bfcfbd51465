import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { signedText } from '@switchyard/contracts';
import { hashInTurns } from '../../../platform/workers/in-turns.js';

/** What a signature covers. `body` = the bytes as they arrived. */
export interface SignedRequest {
  method: string;
  path: string;
  time: string;
  nonce: string;
  body: Uint8Array;
}

/** Bodies up to here are hashed at once, in bytes: nearly all. */
const SMALL_BODY = 1024 * 1024;

/** HMAC-SHA256 of the request with the shared key, lower-case hex. */
async function signatureOf(request: SignedRequest, sharedKey: Uint8Array): Promise<string> {
  const { body } = request;
  const bodyHash = body.length <= SMALL_BODY ? hash('sha256', body) : (await hashInTurns(body)).toString('hex');
  const text = signedText(request.method, request.path, request.time, request.nonce, bodyHash);
  return createHmac('sha256', sharedKey).update(text).digest('hex');
}

/** True when the signature is the request's; compares in constant time. */
export async function isSignedBy(request: SignedRequest, signature: string, sharedKey: Uint8Array): Promise<boolean> {
  const expected = Buffer.from(await signatureOf(request, sharedKey));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

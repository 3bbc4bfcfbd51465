import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { signedText } from '@switchyard/contracts';
import { hashInTurns } from '../../../platform/workers/in-turns.js';

/** Parts of a request that its signature covers. `body` = the bytes as they arrived. */
export interface SignedRequest {
  method: string;
  /** One of them is signed. */
  paths: Iterable<string>;
  time: string;
  nonce: string;
  body: Uint8Array;
}

/** Bodies up to here are hashed at once, in bytes: nearly all. */
const SMALL_BODY = 1024 * 1024;

/** HMAC-SHA256 of the request with the shared key, lower-case hex, for each of its paths. */
async function signaturesOf(request: SignedRequest, sharedKey: Uint8Array): Promise<string[]> {
  const { method, paths, time, nonce, body } = request;
  const bodyHash = body.length <= SMALL_BODY ? hash('sha256', body) : (await hashInTurns(body)).toString('hex');
  const texts = Array.from(paths, (path) => signedText(method, path, time, nonce, bodyHash));
  return texts.map((text) => createHmac('sha256', sharedKey).update(text).digest('hex'));
}

/** True when the signature is the request's; compares in constant time. */
export async function isSignedBy(request: SignedRequest, signature: string, sharedKey: Uint8Array): Promise<boolean> {
  const given = Buffer.from(signature);
  const signatures = (await signaturesOf(request, sharedKey)).map((each) => Buffer.from(each));
  return signatures.some((expected) => given.length === expected.length && timingSafeEqual(given, expected));
}

import { randomBytes } from 'node:crypto';
import { encodeSealedFrame } from '@switchyard/contracts';
import nacl from 'tweetnacl';

/** Body of a call that carries bytes sealed by the key that runner and control plane share. @param head without the nonce */
export function sealedFrame(key: Uint8Array, head: object, bytes: Uint8Array): Uint8Array {
  const nonce = new Uint8Array(randomBytes(nacl.box.nonceLength));
  const sealed = nacl.box.after(new Uint8Array(bytes), nonce, key);
  return encodeSealedFrame({ head: { ...head, nonce: Buffer.from(nonce).toString('base64') }, sealed });
}

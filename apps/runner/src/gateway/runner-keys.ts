import { createPrivateKey, type KeyObject } from 'node:crypto';
import nacl from 'tweetnacl';

/**
 * Raw 32 bytes of the X25519 private key held by a PKCS#8 PEM (RFC 8410).
 * @throws Error when the text is not such a key
 */
export function rawPrivateKey(pem: string): Uint8Array {
  const { d } = readKey(pem).export({ format: 'jwk' });
  return new Uint8Array(Buffer.from(d ?? '', 'base64url'));
}

/** Raw public key of the pair, base64, as the control plane keeps it. */
export function rawPublicKey(pem: string): string {
  return Buffer.from(nacl.box.keyPair.fromSecretKey(rawPrivateKey(pem)).publicKey).toString('base64');
}

/** Key that both static pairs agree on: signs the requests of this runner and opens its jobs. */
export function sharedKey(serverPublicKey: string, privateKey: Uint8Array): Uint8Array {
  const raw = Buffer.from(serverPublicKey, 'base64');
  if (raw.length !== nacl.box.publicKeyLength) {
    throw new Error('the public key of the control plane is not an X25519 key');
  }
  return nacl.box.before(new Uint8Array(raw), privateKey);
}

function readKey(pem: string): KeyObject {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'x25519') {
    throw new Error(`expected an X25519 private key, found ${key.asymmetricKeyType ?? 'another kind'}`);
  }
  return key;
}

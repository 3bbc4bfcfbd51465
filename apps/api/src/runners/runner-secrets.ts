import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { notificationSecretContext } from '@switchyard/contracts';
import type { SecretBox } from '@switchyard/server';
import nacl from 'tweetnacl';
import type { EntityManager } from 'typeorm';
import { newSecret } from '../auth/secrets/credentials.js';
import { badMember } from '../platform/http/refusals.js';
import { updateRunner } from './runner.repository.js';

/** Secrets that prove the identity of a runner, as they are shown once. */
export interface RunnerSecrets {
  token: string;
  /** Raw X25519 public key, base64. */
  publicKey: string;
  /** PKCS#8 PEM, `''` when the pair was made elsewhere. */
  privateKey: string;
}

/**
 * A new token, with a new key pair unless a public key is given.
 * @throws 400 when that is no X25519 key, or one of low order
 */
export function newRunnerSecrets(publicKey?: string | null): RunnerSecrets {
  if (publicKey) {
    return { token: newSecret(), publicKey: checkedPublicKey(publicKey), privateKey: '' };
  }
  const pair = generateKeyPairSync('x25519');
  const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { token: newSecret(), publicKey: rawPublicKey(pair.publicKey), privateKey };
}

function checkedPublicKey(text: string): string {
  const raw = Buffer.from(text.trim(), 'base64');
  const key = raw.length === nacl.box.publicKeyLength ? raw.toString('base64') : readPublicKey(text);
  if (key === null || isLowOrder(key)) {
    throw badMember('public_key', 'public_key');
  }
  return key;
}

function readPublicKey(text: string): string | null {
  try {
    return rawPublicKey(createPublicKey(text));
  } catch {
    return null;
  }
}

/** Everybody knows the secret that such a key shares with any other: all zeros (RFC 7748, section 6.1). */
function isLowOrder(key: string): boolean {
  const shared = nacl.scalarMult(randomBytes(nacl.box.secretKeyLength), new Uint8Array(Buffer.from(key, 'base64')));
  return shared.every((byte) => byte === 0);
}

/**
 * The raw bytes of an X25519 public key, base64.
 * @throws Error when it is another key
 */
export function rawPublicKey(key: KeyObject): string {
  const { crv, x } = key.export({ format: 'jwk' });
  if (crv !== 'X25519' || x === undefined) {
    throw new Error('not an X25519 key');
  }
  return Buffer.from(x, 'base64url').toString('base64');
}

const WEBHOOK_PREFIX = 'swhook_';

/** Gives the runner a new key that signs what is sent to its webhook, and keeps its ciphertext. The old one is void. */
export async function renewNotificationSecret(
  manager: EntityManager,
  box: SecretBox,
  runnerId: number,
): Promise<string> {
  const secret = WEBHOOK_PREFIX + newSecret();
  const webhookSecret = box.seal(secret, notificationSecretContext(runnerId));
  await updateRunner(manager, runnerId, { webhookSecret });
  return secret;
}

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { MAX_SUBSCRIPTION_KEY, SubscriptionClaims } from '@switchyard/contracts';

/** Why a text is no subscription key of this installation. */
export type KeyFault = 'unreadable' | 'foreign';

/** `SY1.<claims>.<signature>`, both parts in base64url; what is signed is everything before the last dot. */
const FORM = /^(SY1\.([\w-]{1,1900}))\.([\w-]{86})$/;

/** The key that states the claims. */
export function signSubscriptionKey(claims: SubscriptionClaims, privateKey: KeyObject): string {
  const { id, plan, seats, expiresAt } = claims;
  const stated = `SY1.${Buffer.from(JSON.stringify({ id, plan, seats, expiresAt })).toString('base64url')}`;
  return `${stated}.${sign(null, Buffer.from(stated), privateKey).toString('base64url')}`;
}

/** Returns the claims of the key, if it was signed with the other half of the public key; needs no network. */
export function readSubscriptionKey(key: string, publicKey: KeyObject): SubscriptionClaims | KeyFault {
  const [, stated, payload, signature] = (key.length <= MAX_SUBSCRIPTION_KEY && FORM.exec(key)) || [];
  if (stated === undefined || payload === undefined || signature === undefined || !isCanonical(payload, signature)) {
    return 'unreadable';
  }
  if (!verify(null, Buffer.from(stated), publicKey, Buffer.from(signature, 'base64url'))) {
    return 'foreign';
  }
  return claimsOf(payload) ?? 'unreadable';
}

/** One key has one spelling, so that equal keys are equal texts. */
const isCanonical = (...parts: string[]): boolean =>
  parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);

function claimsOf(payload: string): SubscriptionClaims | null {
  try {
    const json: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return SubscriptionClaims.safeParse(json).data ?? null;
  } catch {
    return null;
  }
}

/** Both halves as settings hold them: base64 of PKCS #8 and of SubjectPublicKeyInfo. */
export function makeSigningKeys(): { privateKey: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  };
}

/** @throws Error when it is not an Ed25519 key in this form */
export const privateKeyOf = (setting: string): KeyObject =>
  requireEd25519(createPrivateKey({ key: Buffer.from(setting, 'base64'), format: 'der', type: 'pkcs8' }));

/** @throws Error when it is not an Ed25519 key in this form */
export const publicKeyOf = (setting: string): KeyObject =>
  requireEd25519(createPublicKey({ key: Buffer.from(setting, 'base64'), format: 'der', type: 'spki' }));

function requireEd25519(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== 'ed25519') {
    throw new Error('This is not an Ed25519 key');
  }
  return key;
}

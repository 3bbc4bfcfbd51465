import { createPrivateKey } from 'node:crypto';
import { invalidRequest } from '@switchyard/server';
import {
  type Issue,
  issueAt,
  type KeyInput,
  keySecretFault,
  problem,
  type StoredCredential,
} from '@switchyard/contracts';
import { newPrivateKey } from '../../definitions/ssh-public-key.js';
import { withUnixLines } from './unix-lines.js';

/** Signing takes time with the cube of its bits. */
const APP_KEY_BITS = { min: 2_048, max: 8_192 };

/** Returns the fault of a body's secret, at its member; `null` = none. */
export function credentialFault(input: KeyInput): Issue | null {
  const fault = keySecretFault(input);
  const isForeign = fault === null && input.type === 'github_app' && !isAppKey(input.github_app?.private_key ?? '');
  return isForeign ? issueAt(['github_app', 'private_key'], problem('private_key_app')) : fault;
}

function isAppKey(text: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(text);
    const bits = asymmetricKeyDetails?.modulusLength ?? 0;
    return asymmetricKeyType === 'rsa' && bits >= APP_KEY_BITS.min && bits <= APP_KEY_BITS.max;
  } catch {
    return false;
  }
}

/** The credential of a body. @throws 400 when its secret is missing or a public key */
export function credentialOf(input: KeyInput): StoredCredential {
  const fault = credentialFault(input);
  if (fault !== null) {
    throw invalidRequest([fault]);
  }
  if (input.type === 'github_app' && input.github_app) {
    const { private_key: key, ...rest } = input.github_app;
    return { type: 'github_app', ...rest, private_key: withUnixLines(key) };
  }
  if (input.vault_reference !== null) {
    return besideVault(input);
  }
  if (input.type === 'ssh' && input.ssh) {
    const { generate, private_key: typed, ...rest } = input.ssh;
    return generate
      ? { type: 'ssh', ...rest, passphrase: '', private_key: newPrivateKey() }
      : { type: 'ssh', ...rest, private_key: withUnixLines(typed) };
  }
  if (input.type === 'login_password' && input.login_password) {
    return { type: 'login_password', ...input.login_password };
  }
  return { type: 'none' };
}

/** Returns the stored part of a credential whose password or private key a vault keeps. */
function besideVault({ type, ssh, login_password }: KeyInput): StoredCredential {
  switch (type) {
    case 'ssh':
      return { type, login: ssh?.login ?? '', passphrase: ssh?.passphrase ?? '', private_key: '' };
    case 'login_password':
      return { type, login: login_password?.login ?? '', password: '' };
    case 'github_app':
    case 'none':
      return { type: 'none' };
  }
}

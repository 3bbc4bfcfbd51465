import { accessKeyContext, type Credential, type KeyType, StoredCredential } from '@switchyard/contracts';
import type { AccessKey } from '@switchyard/database';
import type { SecretBox } from '@switchyard/server';
import { withUnixLines } from './unix-lines.js';

/** Ciphertext of a key's credential, for the column `secret`; `null` for a key that holds none. */
export function sealCredential(box: SecretBox, keyId: number, credential: StoredCredential): string | null {
  return credential.type === 'none' ? null : box.seal(JSON.stringify(credential), accessKeyContext(keyId));
}

/** The credential of a key whose password or private key a vault keeps; the rest of it is stored here. */
export function withVaultValue(type: KeyType, stored: StoredCredential, value: string): Credential {
  switch (type) {
    case 'ssh': {
      const { login, passphrase } = stored.type === 'ssh' ? stored : { login: '', passphrase: '' };
      return { type, login, passphrase, private_key: withUnixLines(value) };
    }
    case 'login_password':
      return { type, login: stored.type === 'login_password' ? stored.login : '', password: value };
    case 'github_app':
    case 'none':
      return { type: 'none' };
  }
}

/** The credential of a stored key; a key without a secret is of type `none`. */
export function openCredential(box: SecretBox, key: Pick<AccessKey, 'id' | 'secret'>): StoredCredential {
  if (key.secret === null) {
    return { type: 'none' };
  }
  return StoredCredential.parse(JSON.parse(box.openText(key.secret, accessKeyContext(key.id))));
}

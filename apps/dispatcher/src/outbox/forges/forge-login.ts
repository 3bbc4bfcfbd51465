import { accessKeyContext, Credential, type DeliveryErrorCode } from '@switchyard/contracts';
import type { LazySecretBox } from '../../infrastructure/lazy-secret-box.js';

/** The token of a key; some forges take it with a login. */
export interface ForgeLogin {
  login: string;
  password: string;
}

/** A key as it is stored. */
interface StoredKey {
  keyId: number;
  /** Ciphertext; null = it holds none here. */
  secret: string | null;
}

/** What a key signs in with at a forge, or why it cannot. */
export async function openLogin(
  secrets: LazySecretBox,
  { keyId, secret }: StoredKey,
): Promise<ForgeLogin | DeliveryErrorCode> {
  if (secret === null) {
    return 'no_secret';
  }
  const opened = await secrets.tryOpenText(secret, accessKeyContext(keyId));
  if (opened === undefined) {
    return 'secret_unreadable';
  }
  const credential = Credential.parse(JSON.parse(opened));
  return credential.type === 'login_password' && credential.password !== '' ? credential : 'no_secret';
}

/** HTTP Basic of a login. */
export const basic = ({ login, password }: ForgeLogin): string =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;

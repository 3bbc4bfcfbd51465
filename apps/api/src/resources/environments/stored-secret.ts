import type { EnvironmentSecret } from '@switchyard/database';
import type { SecretBox } from '@switchyard/server';

/** Encryption context of an environment's secret: the ciphertext opens in its own row only. */
const contextOf = (secretId: number): string => `environment_secret:${secretId}`;

/** Ciphertext of a value, for the column `secret`. */
export function sealEnvironmentSecret(box: SecretBox, secretId: number, value: string): string {
  return box.seal(value, contextOf(secretId));
}

const passwordContext = (environmentId: number): string => `environment_password:${environmentId}`;

/** Ciphertext of an environment's password, for the column `password`. */
export function sealEnvironmentPassword(box: SecretBox, environmentId: number, password: string): string {
  return box.seal(password, passwordContext(environmentId));
}

/** The stored password, which may be a secret. */
export function openEnvironmentPassword(box: SecretBox, environmentId: number, sealed: string): string {
  return box.openText(sealed, passwordContext(environmentId));
}

/** The value of a stored secret. */
export function openEnvironmentSecret(box: SecretBox, row: Pick<EnvironmentSecret, 'id' | 'secret'>): string {
  return box.openText(row.secret, contextOf(row.id));
}

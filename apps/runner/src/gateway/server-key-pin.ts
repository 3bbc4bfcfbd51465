import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { UnusableServerError } from './gateway-errors.js';

/**
 * Trusts the key that the control plane showed first, and no other afterwards: an impostor would be
 * given jobs to answer with.
 * @param file where the trusted key is kept
 * @throws UnusableServerError when the key is another one
 */
export function pinServerKey(file: string, publicKey: string): void {
  if (existsSync(file)) {
    requirePinned(file, publicKey);
  } else {
    writeFileSync(file, publicKey, { mode: 0o600 });
  }
}

/** As {@link pinServerKey}, and keeps nothing. */
export function requirePinned(file: string, publicKey: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8').trim() !== publicKey) {
    throw new UnusableServerError(
      publicKey,
      `the key of the control plane is not the one this runner trusts; if it was installed again, remove ${file}`,
    );
  }
}

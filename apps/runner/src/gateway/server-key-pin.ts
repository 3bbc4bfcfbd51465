import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { FatalError } from './gateway-errors.js';

/**
 * Trusts the key that the control plane showed first, and no other afterwards: an impostor would be
 * given jobs to answer with.
 * @param file where the trusted key is kept
 * @throws FatalError when the key is another one
 */
export function pinServerKey(file: string, publicKey: string): void {
  if (!existsSync(file)) {
    writeFileSync(file, publicKey, { mode: 0o600 });
  } else if (readFileSync(file, 'utf8').trim() !== publicKey) {
    throw new FatalError(
      `the key of the control plane is not the one this runner trusts; if it was installed again, remove ${file}`,
    );
  }
}

import { EncryptionError } from './encryption-error.js';
import { isSealed, type SecretBox } from './secret-box.js';

/** Text that the test writes. Constant, so that processes that start together do not disturb each other. */
const PROBE = 'switchyard encryption self-test';

export interface SelfTestStorage {
  /** The context the probe is sealed with by `write`. */
  context?: string;
  /** Stores a secret through the same code as every other secret. */
  write(plaintext: string): Promise<void>;
  /** Reads what lies in the store, past that code; `null` when nothing was ever written. */
  readRaw(): Promise<string | null>;
}

/**
 * Proves at start-up that secrets reach the store encrypted, and that the keys given are those the store was written
 * with. The caller refuses to run when it rejects.
 * @throws EncryptionError when the stored value is readable, is not sealed with the current key, or an earlier probe
 * was sealed with a key that is not given any more
 */
export async function encryptionSelfTest(box: SecretBox, storage: SelfTestStorage): Promise<void> {
  const earlier = await storage.readRaw();
  if (earlier !== null) {
    requireProbe(box, earlier, storage.context);
  }
  await storage.write(PROBE);
  const raw = await storage.readRaw();
  requireProbe(box, raw ?? '', storage.context);
  if (raw === null || box.isOutdated(raw)) {
    throw new EncryptionError('Encryption self-test: the store keeps secrets under an old key');
  }
}

function requireProbe(box: SecretBox, raw: string, context = ''): void {
  if (!isSealed(raw)) {
    throw new EncryptionError('Encryption self-test: the store does not keep secrets as ciphertext');
  }
  if (box.openText(raw, context) !== PROBE) {
    throw new EncryptionError('Encryption self-test: the stored secret is not the one that was written');
  }
}

import { createDecipheriv } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHERS = { 16: 'aes-128-gcm', 24: 'aes-192-gcm', 32: 'aes-256-gcm' } as const;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** A key of the configuration that is none. */
class AccessKeyError extends Error {
  override readonly name = 'AccessKeyError';
}

/** Opens what Semaphore UI keeps encrypted. */
export class SourceSecrets {
  private readonly keys: readonly Buffer[];
  /** Whether some may not be encrypted. */
  private readonly isPlain: boolean;

  /**
   * @param keys values of `access_key_encryption`, the present one first; old ones may be needed after a rekey. An empty
   *   one = the product encrypted nothing
   * @throws AccessKeyError
   */
  constructor(keys: readonly string[]) {
    this.keys = keys.filter((key) => key !== '').map(keyOf);
    this.isPlain = keys.includes('');
  }

  /** The text of `access_key.secret`; `null` when it does not open with any key. @param isKey of type ssh, which may be in clear */
  open(stored: string, isKey = false): string | null {
    if (isKey && stored.endsWith('\n')) {
      return stored;
    }
    const text = stored.replace(/^[\w-]{11}:/, '').replace(/[\r\n]/g, '');
    if (!BASE64.test(text)) {
      return null;
    }
    const bytes = Buffer.from(text, 'base64');
    for (const key of this.keys) {
      const opened = opens(bytes, key);
      if (opened !== null) {
        return opened;
      }
    }
    return this.isPlain ? textOf(bytes) : null;
  }
}

function keyOf(base64: string): Buffer {
  const key = Buffer.from(base64, 'base64');
  if (!BASE64.test(base64) || !(key.length in CIPHERS)) {
    throw new AccessKeyError('access_key_encryption must be the base64 of 16, 24 or 32 bytes');
  }
  return key;
}

function opens(bytes: Buffer, key: Buffer): string | null {
  if (bytes.length < NONCE_BYTES + TAG_BYTES) {
    return null;
  }
  const cipher = CIPHERS[key.length as keyof typeof CIPHERS];
  const decipher = createDecipheriv(cipher, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return textOf(Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]));
  } catch {
    return null;
  }
}

/** `null` for what is no UTF-8. */
function textOf(bytes: Buffer): string | null {
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : null;
}

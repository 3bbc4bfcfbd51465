import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { problem } from '@switchyard/contracts';
import { EncryptionError } from './encryption-error.js';
import {
  loadSecretKey,
  parseSecretKey,
  readOldSecretKeys,
  SECRET_KEY_BYTES,
  type SecretKeyOptions,
} from './secret-key.js';

const FORMAT = 'sy1';
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const sealedPattern = /^sy1:([0-9a-f]{16}):([A-Za-z0-9_-]+)$/;

/**
 * Encryption at rest: AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce for every text.
 *
 * A sealed text is `sy1:<key id>:<base64url of nonce (12 bytes), ciphertext, tag (16 bytes)>`. `sy1` is the version of
 * this form; the key id is the first 8 bytes, in hex, of a SHA-256 over the key, so the right key is found during a
 * rotation. Version, key id and context are authenticated with the ciphertext: a sealed text moved to another record
 * does not open there. One key is good for 2^32 texts (the bound for random nonces).
 */
export class SecretBox {
  private readonly keys: ReadonlyMap<string, Buffer>;
  /** The id of the key that seals. */
  readonly keyId: string;

  /**
   * @param key 32 bytes; seals and opens
   * @param oldKeys 32 bytes each; open what they sealed earlier
   * @throws EncryptionError when a key has another length
   */
  constructor(
    private readonly key: Buffer,
    oldKeys: readonly Buffer[] = [],
  ) {
    this.keys = new Map([...oldKeys, key].map((each) => [secretKeyId(each), each]));
    this.keyId = secretKeyId(key);
  }

  /** @param context names the place it is for, such as `access_key:42`; the same one opens it */
  seal(plaintext: string | Buffer, context = ''): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(authenticatedData(this.keyId, context));
    const bytes = [nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()];
    return `${FORMAT}:${this.keyId}:${Buffer.concat(bytes).toString('base64url')}`;
  }

  /**
   * Opens a sealed text.
   * @throws EncryptionError when it is no sealed text, its key is not known here, it was changed, or it was sealed for
   * another context
   */
  open(sealed: string, context = ''): Buffer {
    const { keyId, bytes } = parseSealed(sealed);
    const key = this.keys.get(keyId);
    if (!key) {
      throw new EncryptionError(problem('secret_key_absent', { key: keyId }));
    }
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(authenticatedData(keyId, context));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    } catch {
      throw new EncryptionError(problem('secret_changed'));
    }
  }

  /** `open` as UTF-8 text. */
  openText(sealed: string, context = ''): string {
    return this.open(sealed, context).toString('utf8');
  }

  /** True when the text was sealed with an old key and should be sealed again with the current one. */
  isOutdated(sealed: string): boolean {
    return parseSealed(sealed).keyId !== this.keyId;
  }

  /**
   * A token for the context that nobody can make without the key: HMAC-SHA-256 (RFC 2104) in base64url. The same one each
   * time, so it need not be stored.
   */
  token(context: string): string {
    return tokenOf(this.key, context).toString('base64url');
  }

  /** Whether one of the keys made the token for this context. Takes the same time for every wrong one. */
  isToken(token: string, context: string): boolean {
    const given = createHash('sha256').update(token).digest();
    const fits = [...this.keys.values()].map((key) => {
      const right = tokenOf(key, context).toString('base64url');
      return timingSafeEqual(given, createHash('sha256').update(right).digest());
    });
    return fits.includes(true);
  }

  /** Opens with whichever key sealed it and seals with the current one. */
  reseal(sealed: string, context = ''): string {
    return this.seal(this.open(sealed, context), context);
  }
}

/** Whether a stored text has the form of a sealed one. */
export function isSealed(text: string): boolean {
  return sealedPattern.test(text);
}

export interface SecretBoxOptions extends SecretKeyOptions {
  /** Earlier keys in base64. */
  oldSecretKeys?: readonly string[];
}

/** The box of this installation, see `loadSecretKey`. */
export async function loadSecretBox({ oldSecretKeys = [], ...options }: SecretBoxOptions): Promise<SecretBox> {
  const broughtAlong = await readOldSecretKeys(options.dataDir);
  return new SecretBox(await loadSecretKey(options), [...oldSecretKeys.map(parseSecretKey), ...broughtAlong]);
}

function secretKeyId(key: Buffer): string {
  if (key.length !== SECRET_KEY_BYTES) {
    throw new EncryptionError(`A secret key must be ${SECRET_KEY_BYTES} bytes, this one has ${key.length}`);
  }
  return createHash('sha256').update('switchyard key id\0').update(key).digest('hex').slice(0, 16);
}

const tokenOf = (key: Buffer, context: string): Buffer =>
  createHmac('sha256', key).update(`switchyard token\0${context}`).digest();

function authenticatedData(keyId: string, context: string): Buffer {
  return Buffer.from(`${FORMAT}:${keyId}:${context}`);
}

function parseSealed(sealed: string): { keyId: string; bytes: Buffer } {
  const [, keyId, encoded] = sealedPattern.exec(sealed) ?? [];
  const bytes = Buffer.from(encoded ?? '', 'base64url');
  if (keyId === undefined || bytes.length < NONCE_BYTES + TAG_BYTES) {
    throw new EncryptionError(problem('secret_not_sealed'));
  }
  return { keyId, bytes };
}

import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import type { SealCost } from '@switchyard/contracts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** OWASP's bound for scrypt with 32 MiB. */
const COST = { n: 32_768, r: 8, p: 3 } as const;

/** Names the form and its version in everything that is authenticated. */
const FORM = 'switchyard backup 1';

/** Texts sealed with a passphrase, each for a place. */
export class PassphraseSeal {
  private constructor(
    private readonly key: Buffer,
    readonly cost: SealCost,
  ) {}

  /** With a salt of its own. */
  static withNewSalt(passphrase: string): Promise<PassphraseSeal> {
    return PassphraseSeal.of(passphrase, { ...COST, salt: randomBytes(SALT_BYTES).toString('base64') });
  }

  /** @param cost as a file names it; its schema bounds the work */
  static async of(passphrase: string, cost: SealCost): Promise<PassphraseSeal> {
    const { n: N, r, p, salt } = cost;
    const options = { N, r, p, maxmem: 256 * N * r };
    const key = await new Promise<Buffer>((resolve, reject) => {
      // The same text may reach a form of another system in another form of Unicode.
      scrypt(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), KEY_BYTES, options, (error, made) =>
        error ? reject(error) : resolve(made),
      );
    });
    return new PassphraseSeal(key, cost);
  }

  seal(text: string, place: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(`${FORM}\0${place}`));
    return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64');
  }

  /** `null` when it was sealed with another passphrase, for another place, or was changed. */
  open(sealed: string, place: string): string | null {
    const bytes = Buffer.from(sealed, 'base64');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) {
      return null;
    }
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, this.key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(`${FORM}\0${place}`));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString();
    } catch {
      return null;
    }
  }
}

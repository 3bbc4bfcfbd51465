import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto';
import type { BackupDocument } from './backup/backup.js';
import type { SealCost } from './backup/sealed-secrets.js';
import { BACKUP_SECTIONS } from './project/sections.js';

/** SHA-256 over what a backup holds beside its secrets and the name of the project, added in the order of the document. */
export class DocumentDigest {
  private readonly hash = createHash('sha256');

  /** Answers the JSON. @param value an entry of the list, or the whole member */
  add(member: string, value: unknown): string {
    const json = JSON.stringify(value);
    this.hash.update(`${member}\0${json}\0`);
    return json;
  }

  /** The project but for its name, which a restore may change. */
  addMeta(meta: object): void {
    this.add('meta', { ...meta, name: undefined });
  }

  /** Nothing can be added afterwards. */
  hex(): string {
    return this.hash.digest('hex');
  }
}

/** The digest of a document that was read. */
export function digestOf(document: BackupDocument): string {
  const digest = new DocumentDigest();
  digest.addMeta(Object(document.meta) as object);
  for (const section of BACKUP_SECTIONS) {
    (document[section] ?? []).forEach((entry) => digest.add(section, entry));
  }
  digest.add('integration_aliases', document.integration_aliases ?? []);
  digest.add('members', document.members ?? []);
  return digest.hex();
}

/** Additional data that authenticates a sealed text: its path, and the digest of the rest of its file. */
export const placeOf = (path: string, digest: string): string => `${path}\0${digest}`;

/** The place of the text that proves the passphrase. */
export const CHECK = 'check';

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

  /** With a salt of its own. @param work the least that a schema takes is enough for a passphrase of 256 random bits */
  static withNewSalt(passphrase: string, work: Omit<SealCost, 'salt'> = COST): Promise<PassphraseSeal> {
    return PassphraseSeal.of(passphrase, { ...work, salt: randomBytes(SALT_BYTES).toString('base64') });
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

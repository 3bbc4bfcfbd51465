import { createCipheriv, createHash, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { BACKUP_SECTIONS } from '@switchyard/contracts';
import type { SourceProject } from './source-project.js';

/** The cost is the least that the schema of a backup takes, as the passphrase is 256 random bits. */
const COST = { n: 16_384, r: 8, p: 1 } as const;

const deriveKey = promisify<string, Buffer, number, object, Buffer>(scrypt);

/**
 * The body of a restore: the document with its secrets, sealed by a passphrase that is used once. The form is that of
 * `SealedSecrets` of the contracts.
 */
export async function sealedDocument({
  document,
  secrets,
}: Pick<SourceProject, 'document' | 'secrets'>): Promise<object> {
  const [passphrase, salt] = [randomBytes(32).toString('base64url'), randomBytes(16)];
  const key = await deriveKey(passphrase, salt, 32, { N: COST.n, r: COST.r, p: COST.p });
  const digest = digestOf(document);
  const values = [...secrets].map(([path, text]) => ({ path, sealed: seal(key, text, `${path}\0${digest}`) }));
  const kdf = { ...COST, salt: salt.toString('base64') };
  return {
    ...document,
    passphrase,
    sealed: { format: 1, kdf, values, check: seal(key, String(values.length), 'check') },
  };
}

function seal(key: Buffer, text: string, place: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(`switchyard backup 1\0${place}`));
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

/** SHA-256 over what the document holds beside the name of the project. */
function digestOf(document: SourceProject['document']): string {
  const hash = createHash('sha256');
  const add = (member: string, value: unknown): unknown => hash.update(`${member}\0${JSON.stringify(value)}\0`);
  add('meta', { ...document.meta, name: undefined });
  BACKUP_SECTIONS.forEach((section) => document[section].forEach((entry) => add(section, entry)));
  add('integration_aliases', []);
  add('members', document.members);
  return hash.digest('hex');
}

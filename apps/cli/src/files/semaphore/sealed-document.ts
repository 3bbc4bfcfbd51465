import { randomBytes } from 'node:crypto';
import { CHECK, digestOf, PassphraseSeal, placeOf } from '@switchyard/contracts/backup-seal';
import type { SourceProject } from './source-project.js';

/** The least work that the schema of a backup takes: the passphrase is 256 random bits. */
const WORK = { n: 16_384, r: 8, p: 1 } as const;

/** The body of a restore: the document with its secrets, sealed by a passphrase that is used once. */
export async function sealedDocument({
  document,
  secrets,
}: Pick<SourceProject, 'document' | 'secrets'>): Promise<object> {
  const passphrase = randomBytes(32).toString('base64url');
  const seal = await PassphraseSeal.withNewSalt(passphrase, WORK);
  const digest = digestOf(document);
  const values = [...secrets].map(([path, text]) => ({ path, sealed: seal.seal(text, placeOf(path, digest)) }));
  const check = seal.seal(String(values.length), CHECK);
  return { ...document, passphrase, sealed: { format: 1, kdf: seal.cost, values, check } };
}

import { createHash } from 'node:crypto';
import { BACKUP_SECTIONS, type BackupDocument } from '@switchyard/contracts';

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

/** What a sealed text is authenticated with: its path, and the rest of its file. */
export const placeOf = (path: string, digest: string): string => `${path}\0${digest}`;

/** The place of the text that proves the passphrase. */
export const CHECK = 'check';

import type { GitRepository } from '@switchyard/database';
import type { SecretBox } from '@switchyard/server';

/** Encryption context of a repository's address: the ciphertext opens in its own row only. */
const contextOf = (repositoryId: number): string => `git_repository:${repositoryId}`;

/** Ciphertext of an address with credentials, for the column `secretUrl`. */
export function sealAddress(box: SecretBox, repositoryId: number, url: string): string {
  return box.seal(url, contextOf(repositoryId));
}

/** The address with its credentials. */
export function openAddress(box: SecretBox, row: Pick<GitRepository, 'id'> & { secretUrl: string }): string {
  return box.openText(row.secretUrl, contextOf(row.id));
}

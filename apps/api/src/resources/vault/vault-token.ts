import type { Project } from '@switchyard/database';
import type { SecretBox } from '@switchyard/server';

/** Encryption context of a project's token: the ciphertext opens in its own row only. */
const contextOf = (projectId: number): string => `project_vault_token:${projectId}`;

/** Ciphertext of a project's token for a vault; an empty token removes it. */
export function sealVaultToken(box: SecretBox, projectId: number, token: string): string | null {
  return token === '' ? null : box.seal(token, contextOf(projectId));
}

/** The token of a project; null = it has none. */
export function openVaultToken(
  box: SecretBox,
  { id, vaultTokenEncrypted }: Pick<Project, 'id' | 'vaultTokenEncrypted'>,
): string | null {
  return vaultTokenEncrypted === null ? null : box.openText(vaultTokenEncrypted, contextOf(id));
}

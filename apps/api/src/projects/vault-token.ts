import type { SecretBox } from '@switchyard/server';

/** Ciphertext of a project's token for an external vault; an empty token removes it. */
export function sealVaultToken(box: SecretBox, projectId: number, token: string): string | null {
  return token === '' ? null : box.seal(token, `project_vault_token:${projectId}`);
}

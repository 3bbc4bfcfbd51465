import type { ProjectUpdate } from '@switchyard/contracts';
import type { Project } from '@switchyard/database';
import type { SecretBox } from '@switchyard/server';
import { badMember } from '../platform/http/refusals.js';
import { sealVaultToken } from '../resources/vault/vault-token.js';

type VaultColumns = Pick<Project, 'vaultTokenEncrypted' | 'vaultAddress' | 'vaultNamespace'>;

export const NO_VAULT: VaultColumns = { vaultTokenEncrypted: null, vaultAddress: null, vaultNamespace: null };

/**
 * Columns that a body changes of the vault that a project uses. A stored token stays with the address that it was entered for:
 * otherwise somebody who may change settings could have it sent to a server of their own.
 * @throws 400 at `vault_token`
 */
export function vaultMembers(
  box: SecretBox,
  stored: VaultColumns & Pick<Project, 'id'>,
  { vault_token: token, vault_address: address, vault_namespace: namespace }: ProjectUpdate,
): Partial<VaultColumns> {
  const isMoved = address !== undefined && (address || null) !== stored.vaultAddress;
  if (isMoved && token === undefined && stored.vaultTokenEncrypted !== null) {
    throw badMember('vault_token', 'vault_token_again');
  }
  return {
    ...(token !== undefined && { vaultTokenEncrypted: sealVaultToken(box, stored.id, token) }),
    ...(address !== undefined && { vaultAddress: address || null }),
    ...(namespace !== undefined && { vaultNamespace: namespace || null }),
  };
}

/** The key that a body names as the token of its vault, unless it clears it. */
export const vaultsOf = ({ vault_token: token }: ProjectUpdate): { vault_reference: string | null }[] => [
  { vault_reference: token || null },
];

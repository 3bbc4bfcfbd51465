import { Injectable } from '@nestjs/common';
import {
  hasVaultPlace,
  type Key,
  type KeyInput,
  privateKeyProblem,
  type StoredCredential,
} from '@switchyard/contracts';
import { AccessKey } from '@switchyard/database';
import { SecretBox } from '@switchyard/server';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../auth/access/caller.js';
import { badMember } from '../../platform/http/refusals.js';
import { updateOwned } from '../../platform/database/owned-rows.repository.js';
import { requireSamePlace } from '../shared/body-references.js';
import { isStatusKey } from '../shared/references.repository.js';
import { ResourceService } from '../shared/resource.service.js';
import { ResourceStores } from '../shared/resource-store.js';
import { keyResource } from '../../definitions/key.js';
import { credentialOf } from './key-credential.js';
import { publicKeyOf } from '../../definitions/ssh-public-key.js';
import { VaultFeature } from '../vault/vault-feature.js';
import { sealCredential } from './stored-credential.js';

/** The dispatcher, which reports statuses, reads no vault. @throws 400 where a repository reports with the key */
async function requireNoStatuses(manager: EntityManager, id: number, reference: string | null): Promise<void> {
  if (reference !== null && (await isStatusKey(manager, id))) {
    throw badMember('vault_reference', 'status_key_vault');
  }
}

/** Keys: stored credentials, written by people and read by runners alone. */
@Injectable()
export class KeysService extends ResourceService<AccessKey, KeyInput, Key, typeof keyResource.query> {
  constructor(
    stores: ResourceStores,
    private readonly secretBox: SecretBox,
    private readonly vault: VaultFeature,
  ) {
    super(stores, keyResource);
  }

  /** Stored in two steps, because the ciphertext is bound to the row's id. */
  override async create(caller: Caller, projectId: number, input: KeyInput): Promise<Key> {
    requireSamePlace(input, projectId);
    await this.vault.requireIncluded(projectId, [input]);
    const credential = credentialOf(input);
    const row = await this.store.create(
      caller,
      projectId,
      () => keyResource.columns(input, null),
      (manager, id) => updateOwned(manager, AccessKey, id, this.secretMembers(id, input, credential)),
    );
    return keyResource.toWire(row);
  }

  /** Without `override_secret` only the name changes. */
  override async update(
    caller: Caller,
    projectId: number,
    id: number,
    input: KeyInput,
    expected: string | null,
  ): Promise<void> {
    requireSamePlace(input, projectId, id);
    await this.vault.requireIncluded(projectId, input.override_secret ? [input] : []);
    const secret: Partial<AccessKey> = input.override_secret ? this.secretMembers(id, input, credentialOf(input)) : {};
    await this.store.update(caller, projectId, id, async (manager, row) => {
      await this.store.requireUnchanged(manager, row, expected);
      await requireNoStatuses(manager, id, secret.vaultReference ?? null);
      return { name: input.name, ...secret };
    });
  }

  private secretMembers(
    id: number,
    { vault_reference: reference }: KeyInput,
    credential: StoredCredential,
  ): Pick<AccessKey, 'type' | 'secret' | 'publicKey' | 'problem' | 'vaultReference'> {
    const privateKey = credential.type === 'ssh' && reference === null ? credential.private_key : null;
    return {
      type: credential.type,
      secret: sealCredential(this.secretBox, id, credential),
      publicKey: privateKey === null ? null : publicKeyOf(privateKey),
      problem: privateKey === null ? null : privateKeyProblem(privateKey),
      vaultReference: hasVaultPlace(credential.type) ? reference : null,
    };
  }
}

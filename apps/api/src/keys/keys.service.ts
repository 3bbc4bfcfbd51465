import { Injectable } from '@nestjs/common';
import type { Credential, Key, KeyInput, ObjectReferences } from '@switchyard/contracts';
import { AccessKey } from '@switchyard/database';
import { SecretBox } from '@switchyard/server';
import type { Caller } from '../auth/access/caller.js';
import { sorted, type ListQuery } from '../project-resources/list-query.js';
import { requireSamePlace } from '../project-resources/owned-rows.js';
import { ResourceStores, type ResourceStore } from '../project-resources/resource-store.js';
import { credentialOf } from './key-credential.js';
import { toKey } from './key.mapper.js';
import { sealCredential } from './stored-credential.js';

/** Keys: stored credentials, written by people and read by runners alone. */
@Injectable()
export class KeysService {
  private readonly store: ResourceStore<AccessKey>;

  constructor(
    stores: ResourceStores,
    private readonly secretBox: SecretBox,
  ) {
    this.store = stores.of({ entity: AccessKey, objectType: 'key', title: ({ name }) => `Key ${name}` });
  }

  async list(projectId: number, query: ListQuery): Promise<Key[]> {
    const keys = (await this.store.rows(projectId)).map(toKey);
    return sorted(keys, query, { name: (key) => key.name, type: (key) => key.type });
  }

  async read(projectId: number, id: number): Promise<Key> {
    return toKey(await this.store.row(projectId, id));
  }

  refs(projectId: number, id: number): Promise<ObjectReferences> {
    return this.store.refs(projectId, id);
  }

  /** Stored in two steps, because the ciphertext is bound to the row's id. */
  async create(caller: Caller, projectId: number, input: KeyInput): Promise<Key> {
    requireSamePlace(input, projectId);
    const credential = credentialOf(input);
    const row = await this.store.create(
      caller,
      projectId,
      () => ({ name: input.name, type: input.type, secret: null }),
      (manager, id) => manager.update(AccessKey, { id }, this.secretMembers(id, credential)),
    );
    return toKey(row);
  }

  /** Without `override_secret` only the name changes. */
  async update(caller: Caller, projectId: number, id: number, input: KeyInput): Promise<void> {
    requireSamePlace(input, projectId, id);
    const secret = input.override_secret ? this.secretMembers(id, credentialOf(input)) : {};
    await this.store.update(caller, projectId, id, () => ({ name: input.name, ...secret }));
  }

  remove(caller: Caller, projectId: number, id: number): Promise<void> {
    return this.store.remove(caller, projectId, id);
  }

  private secretMembers(id: number, credential: Credential): Pick<AccessKey, 'type' | 'secret'> {
    return { type: credential.type, secret: sealCredential(this.secretBox, id, credential) };
  }
}

import { Injectable } from '@nestjs/common';
import type { EnvironmentSecretInput } from '@switchyard/contracts';
import { EnvironmentSecret } from '@switchyard/database';
import { SecretBox } from '@switchyard/server';
import type { EntityManager } from 'typeorm';
import { AuditTrail } from '../../auth/audit/audit-trail.js';
import { badMember } from '../../platform/http/refusals.js';
import { violatedUnique } from '../../platform/database/constraints.js';
import {
  deferSecretNames,
  deleteSecret,
  findSecret,
  insertSecret,
  judgeSecretNames,
  updateSecret,
} from './environment-secret.repository.js';
import { sealEnvironmentSecret } from './stored-secret.js';

/** In which order the changes of a body are made. */
const ORDER = ['delete', 'update', 'create'] as const;

/**
 * Applies the changes of an environment's secrets in a body. An entry without an operation changes nothing. Whether a name
 * is used twice is judged by what is there in the end: names may be swapped, and one that becomes free be given again.
 */
@Injectable()
export class SecretChanges {
  constructor(
    private readonly secretBox: SecretBox,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws 400 when an entry names a secret of another environment, or a name that is taken */
  async apply(
    manager: EntityManager,
    environmentId: number,
    entries: readonly EnvironmentSecretInput[],
  ): Promise<void> {
    const changes = ORDER.flatMap((operation) => entries.filter((entry) => entry.operation === operation));
    if (changes.length === 0) {
      return;
    }
    try {
      await deferSecretNames(manager);
      for (const entry of changes) {
        await this.applyOne(manager, environmentId, entry);
      }
      await judgeSecretNames(manager);
    } catch (error) {
      throw violatedUnique(error) === null ? error : badMember('secrets', 'name_taken');
    }
  }

  private async applyOne(manager: EntityManager, environmentId: number, entry: EnvironmentSecretInput): Promise<void> {
    switch (entry.operation) {
      case 'create':
        await this.create(manager, environmentId, entry);
        return;
      case 'update':
        await this.update(manager, environmentId, entry);
        return;
      case 'delete':
        await this.remove(manager, environmentId, entry);
        return;
      default:
        return;
    }
  }

  /** Stored in two steps, because the ciphertext is bound to the row's id. */
  private async create(manager: EntityManager, environmentId: number, entry: EnvironmentSecretInput): Promise<void> {
    const { type, name, vault_reference: vaultReference } = entry;
    const row = { environmentId, type, name, secret: '', vaultReference };
    const stored = await insertSecret(manager, row);
    const secret = this.seal(stored.id, entry);
    await updateSecret(manager, stored.id, { secret });
    await this.record(manager, null, { ...stored, secret });
  }

  /** An empty value without a reference renames only. */
  private async update(manager: EntityManager, environmentId: number, entry: EnvironmentSecretInput): Promise<void> {
    const before = await this.require(manager, environmentId, entry);
    const { id } = before;
    const { type, name, vault_reference: vaultReference } = entry;
    const isKept = entry.secret === '' && vaultReference === null;
    const members = { type, name, ...(isKept ? {} : { secret: this.seal(id, entry), vaultReference }) };
    await updateSecret(manager, id, members);
    await this.record(manager, before, { ...before, ...members });
  }

  private async remove(manager: EntityManager, environmentId: number, entry: EnvironmentSecretInput): Promise<void> {
    const before = await this.require(manager, environmentId, entry);
    await deleteSecret(manager, before.id);
    await this.record(manager, before, null);
  }

  private async record(
    manager: EntityManager,
    before: EnvironmentSecret | null,
    after: EnvironmentSecret | null,
  ): Promise<void> {
    const objectId = after?.id ?? before?.id ?? 0;
    const entity = EnvironmentSecret;
    await this.audit.record(manager, { entity, objectType: 'environment-secret', objectId, before, after });
  }

  private seal(id: number, { secret, vault_reference: reference }: EnvironmentSecretInput): string {
    return sealEnvironmentSecret(this.secretBox, id, reference === null ? secret : '');
  }

  private async require(
    manager: EntityManager,
    environmentId: number,
    entry: EnvironmentSecretInput,
  ): Promise<EnvironmentSecret> {
    const { id, name } = entry;
    const row = id ? await findSecret(manager, environmentId, id) : null;
    if (!row) {
      throw badMember('secrets', 'secret_unknown', { name });
    }
    return row;
  }
}

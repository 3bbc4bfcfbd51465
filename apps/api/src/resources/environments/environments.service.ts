import { Injectable } from '@nestjs/common';
import {
  type Environment as WireEnvironment,
  type EnvironmentInput,
  type EnvironmentSecretInput,
  runnerImageOf,
} from '@switchyard/contracts';
import { Environment } from '@switchyard/database';
import { SecretBox } from '@switchyard/server';
import { DataSource } from 'typeorm';
import type { Caller, ProjectAccess } from '../../auth/access/caller.js';
import { updateOwned } from '../../platform/database/owned-rows.repository.js';
import { requireSamePlace } from '../shared/body-references.js';
import { ResourceService } from '../shared/resource.service.js';
import { ResourceStores } from '../shared/resource-store.js';
import { environmentResource, toEnvironment } from '../../definitions/environment.js';
import { VaultFeature } from '../vault/vault-feature.js';
import { listSecrets } from './environment-secret.repository.js';
import { SecretChanges } from './secret-changes.js';
import { openEnvironmentPassword, sealEnvironmentPassword } from './stored-secret.js';

/** Variable groups and their secrets, which the list leaves out and the single read names. */
@Injectable()
export class EnvironmentsService extends ResourceService<
  Environment,
  EnvironmentInput,
  WireEnvironment,
  typeof environmentResource.query
> {
  constructor(
    stores: ResourceStores,
    private readonly secrets: SecretChanges,
    private readonly dataSource: DataSource,
    private readonly box: SecretBox,
    private readonly vault: VaultFeature,
  ) {
    super(stores, environmentResource);
  }

  override async read({ projectId }: ProjectAccess, id: number): Promise<WireEnvironment> {
    return this.withSecrets(await this.store.row(projectId, id));
  }

  override async create(caller: Caller, projectId: number, input: EnvironmentInput): Promise<WireEnvironment> {
    requireSamePlace(input, projectId);
    await this.vault.requireIncluded(projectId, writtenSecrets(input), 'secrets');
    const row = await this.store.create(
      caller,
      projectId,
      () => environmentResource.columns(input, null),
      async (manager, id) => {
        await updateOwned(manager, Environment, id, { password: null, ...this.password(id, input) });
        await this.secrets.apply(manager, id, input.secrets ?? []);
      },
    );
    return this.withSecrets(row);
  }

  override async update(
    caller: Caller,
    projectId: number,
    id: number,
    input: EnvironmentInput,
    expected: string | null,
  ): Promise<void> {
    requireSamePlace(input, projectId, id);
    await this.vault.requireIncluded(projectId, writtenSecrets(input), 'secrets');
    await this.store.update(
      caller,
      projectId,
      id,
      async (manager, row) => {
        await this.store.requireUnchanged(manager, row, expected);
        return { ...environmentResource.columns(input, row), ...this.password(id, input) };
      },
      (manager) => this.secrets.apply(manager, id, input.secrets ?? []),
    );
  }

  /** An absent password leaves the stored one alone, as nobody can read it; an empty one removes it. */
  private password(id: number, { password }: EnvironmentInput): { password?: string | null } {
    if (password === null) {
      return {};
    }
    return { password: password === '' ? null : sealEnvironmentPassword(this.box, id, password) };
  }

  private runnerImage({ id, password }: Environment): string | null {
    return password === null ? null : runnerImageOf(openEnvironmentPassword(this.box, id, password));
  }

  private async withSecrets(row: Environment): Promise<WireEnvironment> {
    const secrets = await listSecrets(this.dataSource.manager, row.id);
    return { ...toEnvironment(row, secrets), password: this.runnerImage(row) };
  }
}

const writtenSecrets = ({ secrets }: EnvironmentInput): EnvironmentSecretInput[] =>
  (secrets ?? []).filter(({ operation }) => operation === 'create' || operation === 'update');

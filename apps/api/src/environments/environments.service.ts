import { Injectable } from '@nestjs/common';
import type { Environment as WireEnvironment, EnvironmentInput, ObjectReferences } from '@switchyard/contracts';
import { Environment, EnvironmentSecret } from '@switchyard/database';
import { SecretBox } from '@switchyard/server';
import { DataSource } from 'typeorm';
import type { Caller } from '../auth/access/caller.js';
import { sorted, type ListQuery } from '../project-resources/list-query.js';
import { requireSamePlace } from '../project-resources/owned-rows.js';
import { ResourceStores, type ResourceStore } from '../project-resources/resource-store.js';
import { toEnvironment } from './environment.mapper.js';
import { SecretChanges } from './secret-changes.js';
import { sealEnvironmentPassword } from './stored-secret.js';

/** Variable groups and their secrets. */
@Injectable()
export class EnvironmentsService {
  private readonly store: ResourceStore<Environment>;

  constructor(
    stores: ResourceStores,
    private readonly secrets: SecretChanges,
    private readonly dataSource: DataSource,
    private readonly box: SecretBox,
  ) {
    const title = ({ name }: Environment): string => `Environment ${name}`;
    this.store = stores.of({ entity: Environment, objectType: 'environment', title });
  }

  /** Without their secrets, which the single read names. */
  async list(projectId: number, query: ListQuery): Promise<WireEnvironment[]> {
    const environments = (await this.store.rows(projectId)).map((row) => toEnvironment(row, []));
    return sorted(environments, query, { name: (environment) => environment.name });
  }

  async read(projectId: number, id: number): Promise<WireEnvironment> {
    return this.withSecrets(await this.store.row(projectId, id));
  }

  refs(projectId: number, id: number): Promise<ObjectReferences> {
    return this.store.refs(projectId, id);
  }

  async create(caller: Caller, projectId: number, input: EnvironmentInput): Promise<WireEnvironment> {
    requireSamePlace(input, projectId);
    const row = await this.store.create(
      caller,
      projectId,
      () => members(input),
      async (manager, id) => {
        await manager.update(Environment, { id }, { password: null, ...this.password(id, input) });
        await this.secrets.apply(manager, id, input.secrets ?? []);
      },
    );
    return this.withSecrets(row);
  }

  async update(caller: Caller, projectId: number, id: number, input: EnvironmentInput): Promise<void> {
    requireSamePlace(input, projectId, id);
    await this.store.update(
      caller,
      projectId,
      id,
      () => ({ ...members(input), ...this.password(id, input) }),
      (manager) => this.secrets.apply(manager, id, input.secrets ?? []),
    );
  }

  remove(caller: Caller, projectId: number, id: number): Promise<void> {
    return this.store.remove(caller, projectId, id);
  }

  /** An absent password leaves the stored one alone, as nobody can read it; an empty one removes it. */
  private password(id: number, { password }: EnvironmentInput): { password?: string | null } {
    if (password === null) {
      return {};
    }
    return { password: password === '' ? null : sealEnvironmentPassword(this.box, id, password) };
  }

  private async withSecrets(row: Environment): Promise<WireEnvironment> {
    const secrets = await this.dataSource.manager.find(EnvironmentSecret, {
      where: { environmentId: row.id },
      order: { id: 'ASC' },
    });
    return toEnvironment(row, secrets);
  }
}

function members({ name, json, env }: EnvironmentInput): Pick<Environment, 'name' | 'json' | 'env'> {
  return { name, json, env };
}

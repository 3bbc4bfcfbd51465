import { Inject, Injectable } from '@nestjs/common';
import {
  type Integration as WireIntegration,
  type IntegrationInput,
  type IntegrationReferences,
  type Sender,
  senderPreset,
} from '@switchyard/contracts';
import { AccessKey, Integration } from '@switchyard/database';
import { type Engine, integrationParams, integrationSecretNames } from '@switchyard/engine';
import { DataSource, type EntityManager } from 'typeorm';
import type { Caller, ProjectAccess } from '../../auth/access/caller.js';
import { badMember } from '../../platform/http/refusals.js';
import { ENGINE } from '../../platform/infrastructure/tokens.js';
import { findReferenced, requireReferences, requireSamePlace } from '../shared/body-references.js';
import { type ResourceStore, ResourceStores } from '../shared/resource-store.js';
import { integrationResource } from '../../definitions/integration.js';
import { type ListQuery, sorted } from '../../platform/http/list-query.js';
import { toIntegration } from './integration.mapper.js';
import { findPartNames } from './integration.repository.js';
import { ExtractedValues, Matchers, type OfIntegration } from './parts/integration-parts.js';
import { WebhookDirectory } from './webhooks/webhook-directory.js';

/** Templates that webhooks start. */
@Injectable()
export class IntegrationsService {
  private readonly store: ResourceStore<Integration>;

  constructor(
    stores: ResourceStores,
    private readonly dataSource: DataSource,
    private readonly directory: WebhookDirectory,
    private readonly matchers: Matchers,
    private readonly values: ExtractedValues,
    @Inject(ENGINE) private readonly engine: Engine,
  ) {
    this.store = stores.of(integrationResource);
  }

  async list(projectId: number, query: ListQuery): Promise<WireIntegration[]> {
    const rows = await this.store.rows(projectId);
    return sorted(rows.map(toIntegration), query, { name: ({ name }) => name });
  }

  async read({ projectId }: ProjectAccess, id: number): Promise<WireIntegration> {
    const row = await this.store.row(projectId, id);
    return { ...toIntegration(row), secret_names: await integrationSecretNames(this.engine, row) };
  }

  /** Returns the parts of an integration. */
  async refs(projectId: number, id: number): Promise<IntegrationReferences> {
    await this.store.row(projectId, id);
    return findPartNames(this.dataSource.manager, id);
  }

  async create(caller: Caller, projectId: number, input: IntegrationInput): Promise<WireIntegration> {
    requireSamePlace(input, projectId);
    const params = await this.params(projectId, input, null);
    return toIntegration(
      await this.store.create(
        caller,
        projectId,
        (manager) => this.columns(manager, projectId, input, { params, stored: null }),
        (manager, integrationId) => this.addPreset(manager, { projectId, integrationId }, input.preset),
      ),
    );
  }

  private async addPreset(manager: EntityManager, of: OfIntegration, sender: Sender | null | undefined): Promise<void> {
    if (sender) {
      const { matchers, values } = senderPreset(sender);
      await this.matchers.addTo(manager, of, matchers);
      await this.values.addTo(manager, of, values);
    }
  }

  tag(projectId: number, id: number): Promise<string> {
    return this.store.tag(projectId, id);
  }

  async update(
    caller: Caller,
    projectId: number,
    id: number,
    input: IntegrationInput,
    expected: string | null,
  ): Promise<void> {
    requireSamePlace(input, projectId, id);
    const params = await this.params(projectId, input, await this.store.row(projectId, id));
    await this.store.update(caller, projectId, id, async (manager, row) => {
      await this.store.requireUnchanged(manager, row, expected);
      return this.columns(manager, projectId, input, { params, stored: row });
    });
    this.directory.forget();
  }

  async remove(caller: Caller, projectId: number, id: number): Promise<void> {
    await this.store.remove(caller, projectId, id);
    this.directory.forget();
  }

  /** Secret answers stay with the template that they were given for. */
  private async params(projectId: number, input: IntegrationInput, stored: Integration | null): Promise<Params> {
    await requireReferences(this.dataSource.manager, Integration, projectId, { templateId: input.template_id });
    return integrationParams(this.engine, {
      projectId,
      templateId: input.template_id,
      params: input.task_params,
      stored: stored?.templateId === input.template_id ? stored.secret : null,
    });
  }

  private async columns(
    manager: EntityManager,
    projectId: number,
    input: IntegrationInput,
    { params, stored }: { params: Params; stored: Integration | null },
  ): Promise<Partial<Integration>> {
    const columns = { ...integrationResource.columns(input, stored), ...params };
    await requireReferences(manager, Integration, projectId, columns);
    const key = await findReferenced(manager, AccessKey, projectId, ['auth_secret_id', columns.authSecretId ?? null]);
    if (key && key.type !== 'login_password') {
      throw badMember('auth_secret_id', 'not_login_password');
    }
    return columns;
  }
}

type Params = Awaited<ReturnType<typeof integrationParams>>;

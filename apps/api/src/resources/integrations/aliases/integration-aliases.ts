import { Inject, Injectable } from '@nestjs/common';
import { allows, type IntegrationAlias as WireAlias } from '@switchyard/contracts';
import { Integration, IntegrationAlias } from '@switchyard/database';
import { reachedAddress } from '@switchyard/settings';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditTrail } from '../../../auth/audit/audit-trail.js';
import type { ProjectAccess } from '../../../auth/access/caller.js';
import type { ApiConfig } from '../../../platform/config.js';
import { badRequest, notFound } from '../../../platform/http/refusals.js';
import { API_CONFIG } from '../../../platform/infrastructure/tokens.js';
import { findOwned, lockOwned } from '../../../platform/database/owned-rows.repository.js';
import { holdProject } from '../../../platform/database/project-row.repository.js';
import { newAlias } from '../../../definitions/alias.js';
import { MAX_ALIASES } from '../../../definitions/integration.js';
import { countAliases, deleteAlias, findAliasById, insertAlias, listAliases } from '../integration.repository.js';
import { WebhookDirectory } from '../webhooks/webhook-directory.js';

const HIDDEN = '…';

/** Addresses that webhooks are sent to: of one integration, or of a project, whose integration is `null`. */
@Injectable()
export class IntegrationAliases {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
    private readonly directory: WebhookDirectory,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /** An address is a secret: those who may not manage resources see that it exists. */
  async list({ projectId, permissions }: ProjectAccess, integrationId: number | null): Promise<WireAlias[]> {
    const { manager } = this.dataSource;
    if (integrationId !== null) {
      await findOwned(manager, Integration, projectId, integrationId);
    }
    const rows = await listAliases(manager, { projectId, integrationId });
    const isShown = allows(permissions, 'manageProjectResources');
    return rows.map((row) => this.toWire(isShown ? row : { ...row, alias: HIDDEN }));
  }

  create(projectId: number, integrationId: number | null): Promise<WireAlias> {
    return this.dataSource.transaction(async (manager) => {
      if (integrationId === null) {
        await holdProject(manager, projectId);
      } else {
        await lockOwned(manager, Integration, projectId, integrationId);
      }
      if ((await countAliases(manager, { projectId, integrationId })) >= MAX_ALIASES) {
        throw badRequest('aliases_full', { max: MAX_ALIASES });
      }
      const row = await insertAlias(manager, { projectId, integrationId, alias: newAlias() });
      await this.record(manager, null, row);
      return this.toWire(row);
    });
  }

  async remove(projectId: number, integrationId: number | null, id: number): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await holdProject(manager, projectId);
      const row = await findAliasById(manager, { projectId, integrationId }, id);
      if (!row) {
        throw notFound();
      }
      await deleteAlias(manager, id);
      await this.record(manager, row, null);
    });
    this.directory.forget();
  }

  private record(
    manager: EntityManager,
    before: IntegrationAlias | null,
    after: IntegrationAlias | null,
  ): Promise<void> {
    const { id = 0, projectId = null } = after ?? before ?? {};
    const change = {
      entity: IntegrationAlias,
      objectType: 'integration_alias',
      objectId: id,
      projectId,
      before,
      after,
    };
    return this.audit.record(manager, change);
  }

  private toWire({ id, alias }: IntegrationAlias): WireAlias {
    return { id, url: `${reachedAddress(this.config) ?? ''}/api/integrations/${alias}` };
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type {
  RegistrationToken as WireToken,
  RegistrationTokenInput,
  RegistrationTokenWithSecret,
  Runner as WireRunner,
} from '@switchyard/contracts';
import { RunnerRegistrationToken } from '@switchyard/database';
import type { Entitlements } from '@switchyard/server';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditTrail } from '../auth/audit/audit-trail.js';
import { hashSecret, newSecret } from '../auth/secrets/credentials.js';
import { notFound } from '../platform/http/refusals.js';
import { ENTITLEMENTS } from '../platform/infrastructure/tokens.js';
import {
  deleteRegistrationToken,
  insertRegistrationToken,
  listRegistrationTokens,
  lockRegistrationToken,
} from './registration-token.repository.js';

const PREFIX = 'swreg_';

/** Tokens with which a runner registers itself: once, for a short time, revocable. Project `null` = for every project;
 * with a runner the token is for that one, without for a new one. */
@Injectable()
export class RegistrationTokens {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
    @Inject(ENTITLEMENTS) private readonly entitlements: Entitlements,
  ) {}

  /** @throws 404 without runners of a project */
  async list(projectId: number | null): Promise<WireToken[]> {
    await this.requireFeature(projectId);
    const rows = await listRegistrationTokens(this.dataSource.manager, projectId);
    return rows.map(toToken);
  }

  /** @throws 404 without runners of a project */
  async create(
    userId: number,
    projectId: number | null,
    { name, tags, hours }: RegistrationTokenInput,
    runnerId: number | null = null,
  ): Promise<RegistrationTokenWithSecret> {
    await this.requireFeature(projectId);
    const token = PREFIX + newSecret();
    const row = {
      projectId,
      name,
      tags,
      tokenHash: hashSecret(token),
      createdBy: userId,
      created: new Date(),
      expires: new Date(Date.now() + hours * 3_600_000),
      used: null,
      runnerId,
    };
    return this.dataSource.transaction(async (manager) => {
      const stored = await insertRegistrationToken(manager, row);
      await this.record(manager, null, stored);
      return { ...toToken(stored), token, registration_token: token };
    });
  }

  /**
   * A token for an hour, with which a machine takes over this runner: its settings stay, its old credentials end when the
   * token is used.
   */
  createFor(userId: number, { id, project_id, name, tags }: WireRunner): Promise<RegistrationTokenWithSecret> {
    return this.create(userId, project_id, { name, tags, hours: 1 }, id);
  }

  /** @throws 404 */
  async revoke(projectId: number | null, id: number): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const row = await lockRegistrationToken(manager, projectId, id);
      if (!row) {
        throw notFound();
      }
      await deleteRegistrationToken(manager, id);
      await this.record(manager, row, null);
    });
  }

  private async requireFeature(projectId: number | null): Promise<void> {
    if (projectId !== null && !(await this.entitlements.features(projectId)).project_runners) {
      throw notFound();
    }
  }

  private async record(
    manager: EntityManager,
    before: RunnerRegistrationToken | null,
    after: RunnerRegistrationToken | null,
  ): Promise<void> {
    const { id: objectId = 0, projectId = null } = after ?? before ?? {};
    const place = { objectType: 'registration-token', objectId, projectId };
    await this.audit.record(manager, { entity: RunnerRegistrationToken, ...place, before, after });
  }
}

function toToken(row: RunnerRegistrationToken): WireToken {
  return {
    id: row.id,
    project_id: row.projectId,
    name: row.name,
    tags: row.tags,
    created: row.created.toISOString(),
    expires: row.expires.toISOString(),
    used: row.used?.toISOString() ?? null,
    runner_id: row.runnerId,
  };
}

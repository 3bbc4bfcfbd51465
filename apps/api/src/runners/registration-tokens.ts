import { Injectable } from '@nestjs/common';
import type {
  RegistrationToken as WireToken,
  RegistrationTokenInput,
  RegistrationTokenWithSecret,
} from '@switchyard/contracts';
import { RunnerRegistrationToken } from '@switchyard/database';
import { DataSource, IsNull } from 'typeorm';
import { hashSecret, newSecret } from '../auth/credentials.js';
import { notFound } from '../http/refusals.js';

const PREFIX = 'swreg_';

/** Tokens with which a runner registers itself: once, for a short time, revocable. `null` = for every project. */
@Injectable()
export class RegistrationTokens {
  constructor(private readonly dataSource: DataSource) {}

  async list(projectId: number | null): Promise<WireToken[]> {
    const rows = await this.dataSource.manager.find(RunnerRegistrationToken, {
      where: { projectId: projectId ?? IsNull() },
      order: { id: 'DESC' },
      take: 100,
    });
    return rows.map(toToken);
  }

  async create(
    userId: number,
    projectId: number | null,
    { name, tags, hours }: RegistrationTokenInput,
  ): Promise<RegistrationTokenWithSecret> {
    const token = PREFIX + newSecret();
    const row = this.dataSource.manager.create(RunnerRegistrationToken, {
      projectId,
      name,
      tags,
      tokenHash: hashSecret(token),
      createdBy: userId,
      created: new Date(),
      expires: new Date(Date.now() + hours * 3_600_000),
      used: null,
      runnerId: null,
    });
    return { ...toToken(await this.dataSource.manager.save(row)), token };
  }

  /** @throws 404 */
  async revoke(projectId: number | null, id: number): Promise<void> {
    const where = { id, projectId: projectId ?? IsNull() };
    const { affected } = await this.dataSource.manager.delete(RunnerRegistrationToken, where);
    if (!affected) {
      throw notFound();
    }
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

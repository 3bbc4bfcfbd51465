import { Inject, Injectable } from '@nestjs/common';
import { type LogLink as WireLink, type LogLinkInput, MAX_LOG_LINKS, type NewLogLink } from '@switchyard/contracts';
import { LogLink } from '@switchyard/database';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditTrail } from '../../auth/audit/audit-trail.js';
import type { Caller } from '../../auth/access/caller.js';
import { hashSecret, newLinkToken } from '../../auth/secrets/credentials.js';
import type { ApiConfig } from '../../platform/config.js';
import { publicAddress } from '../../platform/http/public-address.js';
import { badRequest, notFound } from '../../platform/http/refusals.js';
import { API_CONFIG } from '../../platform/infrastructure/tokens.js';
import { lockOwned } from '../../platform/database/owned-rows.repository.js';
import { isTaskOf } from '../logs/log-chunk.repository.js';
import {
  countLiveLinks,
  deleteLink,
  findLiveLinks,
  insertLink,
  holdSetting,
  type LiveLink,
} from './log-link.repository.js';

/** A task of a project. */
interface LinkedTask {
  projectId: number;
  taskId: number;
}

const HOUR_MS = 3_600_000;

/** Links by which the log of one task is read without signing in. Their tokens are answered once, and stored as hashes. */
@Injectable()
export class LogLinks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /** Those that work, newest first; none where the project does not allow them. */
  async list({ projectId, taskId }: LinkedTask): Promise<WireLink[]> {
    const { manager } = this.dataSource;
    await requireTask(manager, projectId, taskId);
    return (await findLiveLinks(manager, projectId, taskId)).map(toWire);
  }

  /** @throws 404 when the project has no such task; 400 when it does not allow links, or the task has too many */
  async create({ userId }: Caller, { projectId, taskId }: LinkedTask, { hours }: LogLinkInput): Promise<NewLogLink> {
    const token = newLinkToken();
    const expires = new Date(Date.now() + hours * HOUR_MS);
    return this.dataSource.transaction(async (manager) => {
      await requireRoom(manager, projectId, taskId);
      const values = { projectId, taskId, createdBy: userId, expires, tokenHash: hashSecret(token) };
      const row = await insertLink(manager, values);
      const { id } = row;
      await this.record(manager, null, row);
      const made = (await findLiveLinks(manager, projectId, taskId)).find((link) => link.id === id);
      if (!made) {
        throw notFound();
      }
      return { ...toWire(made), url: `${publicAddress(this.config) ?? ''}/shared/logs/${token}` };
    });
  }

  /** Ends it for good. */
  async remove({ projectId, taskId }: LinkedTask, id: number): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const row = await lockOwned(manager, LogLink, projectId, id);
      if (row.taskId !== taskId) {
        throw notFound();
      }
      await deleteLink(manager, id);
      await this.record(manager, row, null);
    });
  }

  private record(manager: EntityManager, before: LogLink | null, after: LogLink | null): Promise<void> {
    const { id = 0, projectId = null } = after ?? before ?? {};
    const change = { entity: LogLink, objectType: 'log_link', objectId: id, projectId, before, after };
    return this.audit.record(manager, change);
  }
}

async function requireTask(manager: EntityManager, projectId: number, taskId: number): Promise<void> {
  if (!(await isTaskOf(manager, projectId, taskId))) {
    throw notFound();
  }
}

async function requireRoom(manager: EntityManager, projectId: number, taskId: number): Promise<void> {
  const isAllowed = await holdSetting(manager, projectId);
  await requireTask(manager, projectId, taskId);
  if (!isAllowed) {
    throw badRequest('log_links_off');
  }
  if ((await countLiveLinks(manager, taskId)) >= MAX_LOG_LINKS) {
    throw badRequest('log_links_full', { max: MAX_LOG_LINKS });
  }
}

const toWire = ({ created, expires, opened, ...link }: LiveLink): WireLink => ({
  ...link,
  created: created.toISOString(),
  expires: expires.toISOString(),
  opened: opened?.toISOString() ?? null,
});

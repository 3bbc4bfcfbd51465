import { Injectable } from '@nestjs/common';
import { appFamily, type SharedLog } from '@switchyard/contracts';
import { LogLink } from '@switchyard/database';
import { DataSource } from 'typeorm';
import { auditScope, type AuditScope } from '../../../auth/audit/audit-scope.js';
import { AuditTrail } from '../../../auth/audit/audit-trail.js';
import { hashSecret } from '../../../auth/secrets/credentials.js';
import { notFound } from '../../../platform/http/refusals.js';
import { findLinkedLog, findLinkedTask, type LinkedLog, markOpened } from '../log-link.repository.js';

/** Facts about a task for readers of links: its log, its status, its times and the name of its template. */
@Injectable()
export class SharedLogs {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
  ) {}

  find(token: string): Promise<LinkedLog | undefined> {
    return findLinkedLog(this.dataSource.manager, hashSecret(token));
  }

  /** Records the first time that a log is opened by a link. @param scope who opens it, from where */
  async noteOpening(link: LinkedLog, scope: AuditScope): Promise<void> {
    if (link.opened === null) {
      await auditScope.run(scope, () => this.markOpened(link));
    }
  }

  /** @throws 404 when the task went meanwhile */
  async read({ taskId, expires }: LinkedLog): Promise<SharedLog> {
    const row = await findLinkedTask(this.dataSource.manager, taskId);
    if (!row) {
      throw notFound();
    }
    return {
      template: row.template,
      family: appFamily(row.app),
      status: row.status,
      created: row.created.toISOString(),
      start: row.started?.toISOString() ?? null,
      end: row.ended?.toISOString() ?? null,
      expires: expires.toISOString(),
    };
  }

  private markOpened({ id, projectId }: LinkedLog): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      const opened = await markOpened(manager, id);
      if (opened) {
        const change = { entity: LogLink, objectType: 'log_link', objectId: id, projectId };
        await this.audit.record(manager, { ...change, before: { opened: null }, after: { opened } });
      }
    });
  }
}

import { Injectable, Logger } from '@nestjs/common';
import { StatementBatcher } from '@switchyard/database';
import type { AuditOutcome } from '@switchyard/contracts';
import { DataSource, type EntityManager, type EntityTarget, type ObjectLiteral } from 'typeorm';
import { keepMaker } from './access-grants.repository.js';
import { type AuditEntry, insertAudit } from './audit.repository.js';
import { auditDifference } from './audited-members.js';
import { auditScope, type AuditScope } from './audit-scope.js';

/** A change. `before` and `after` are rows; `null` = there was none, or is none any more. */
export interface AuditChange<E extends ObjectLiteral> {
  entity: EntityTarget<E>;
  /** As in the activity log where it stands there: `key`, `user`, … */
  objectType: string;
  objectId: number | string;
  /** Where it belongs to a project. */
  projectId?: number | null;
  before: Partial<E> | null;
  after: Partial<E> | null;
}

/** The object of a request whose change nobody recorded. */
export interface AuditedObject {
  objectType: string;
  objectId: string | null;
}

/** Scope of changes outside a request or command. */
const OUTSIDE = { action: 'system.change', userId: null, username: '', ip: '', userAgent: '' };

/** Writes who did what. Services feed it what they change; the interceptor writes a record where none did. */
@Injectable()
export class AuditTrail {
  private readonly log = new Logger(AuditTrail.name);
  private readonly notes: StatementBatcher<AuditEntry, undefined>;

  constructor(dataSource: DataSource) {
    this.notes = new StatementBatcher(async (entries) => {
      await insertAudit(dataSource.manager, entries);
      return entries.map(() => undefined);
    });
  }

  /** @param manager of the transaction that makes the change, so that both happen or neither */
  async record<E extends ObjectLiteral>(manager: EntityManager, change: AuditChange<E>): Promise<void> {
    const scope = auditScope.getStore();
    const entry = entryOf(scope, change);
    await insertAudit(manager, [entry]);
    await keepMaker(manager, scope, { ...change, projectId: entry.projectId });
    countRecord(scope);
  }

  /**
   * As `record`, for what was committed already: a record that cannot be written is logged. Those at the same time share
   * a statement.
   */
  async note<E extends ObjectLiteral>(change: AuditChange<E>): Promise<void> {
    const scope = auditScope.getStore();
    await this.tried(scope, async () => {
      await this.notes.run(entryOf(scope, change));
      countRecord(scope);
    });
  }

  /** A whole request at its end. A record that cannot be written does not undo what was done: it is logged. */
  async conclude(scope: AuditScope, object: AuditedObject, outcome: AuditOutcome): Promise<void> {
    const content = { ...object, projectId: scope.projectId, before: null, after: null, outcome };
    await this.tried(scope, () => this.notes.run({ ...actorOf(scope), ...content }));
  }

  private async tried(scope: AuditScope | undefined, write: () => Promise<unknown>): Promise<void> {
    try {
      await write();
    } catch (error) {
      const { action, userId } = scope ?? OUTSIDE;
      this.log.error(`The audit record of ${action} by user ${userId} was not written: ${String(error)}`);
    }
  }
}

const actorOf = ({ action, userId, username, ip, userAgent }: typeof OUTSIDE | AuditScope = OUTSIDE) => ({
  action,
  userId,
  username,
  ip,
  userAgent,
});

function entryOf<E extends ObjectLiteral>(scope: AuditScope | undefined, change: AuditChange<E>): AuditEntry {
  const { entity, objectType, objectId, before, after } = change;
  const projectId = change.projectId ?? scope?.projectId ?? null;
  const difference = auditDifference(entity, before, after);
  return { ...actorOf(scope), objectType, objectId: String(objectId), projectId, ...difference, outcome: 'done' };
}

function countRecord(scope: AuditScope | undefined): void {
  if (scope) {
    scope.recorded += 1;
  }
}

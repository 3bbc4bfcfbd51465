import { Injectable, Logger } from '@nestjs/common';
import type { Audit } from '@switchyard/database';
import type { AuditOutcome, AuditValues } from '@switchyard/contracts';
import { DataSource, type EntityManager, type EntityTarget, type ObjectLiteral } from 'typeorm';
import { auditDifference } from './audited-members.js';
import { auditScope, type AuditScope } from './audit-scope.js';

/** What was changed. `before` and `after` are rows; `null` = there was none, or is none any more. */
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

/** What is done outside of a request or command. */
const OUTSIDE = { action: 'system.change', userId: null, username: '', ip: '', userAgent: '' };

/** Writes who did what. Services feed it what they change; the interceptor writes a record where none did. */
@Injectable()
export class AuditTrail {
  private readonly log = new Logger(AuditTrail.name);

  constructor(private readonly dataSource: DataSource) {}

  /** @param manager of the transaction that makes the change, so that both happen or neither */
  async record<E extends ObjectLiteral>(manager: EntityManager, change: AuditChange<E>): Promise<void> {
    const scope = auditScope.getStore();
    const { entity, objectType, objectId, before, after } = change;
    const projectId = change.projectId ?? scope?.projectId ?? null;
    const difference = auditDifference(entity, before, after);
    await insert(manager, scope, { objectType, objectId: String(objectId), projectId, ...difference, outcome: 'done' });
    if (scope) {
      scope.recorded += 1;
    }
  }

  /** As `record`, for what was committed already: a record that cannot be written is logged. */
  async note<E extends ObjectLiteral>(change: AuditChange<E>): Promise<void> {
    await this.tried(auditScope.getStore(), () => this.record(this.dataSource.manager, change));
  }

  /** A whole request at its end. A record that cannot be written does not undo what was done: it is logged. */
  async conclude(scope: AuditScope, object: AuditedObject, outcome: AuditOutcome): Promise<void> {
    const content = { ...object, projectId: scope.projectId, before: null, after: null, outcome };
    await this.tried(scope, () => insert(this.dataSource.manager, scope, content));
  }

  private async tried(scope: AuditScope | undefined, write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      const { action, userId } = scope ?? OUTSIDE;
      this.log.error(`The audit record of ${action} by user ${userId} was not written: ${String(error)}`);
    }
  }
}

type Content = Pick<Audit, 'objectType' | 'objectId' | 'projectId' | 'before' | 'after' | 'outcome'>;

async function insert(manager: EntityManager, scope: AuditScope | undefined, content: Content): Promise<void> {
  const { action, userId, username, ip, userAgent } = scope ?? OUTSIDE;
  const { objectType, objectId, projectId, before, after, outcome } = content;
  await manager.query(
    `insert into audit (action, user_id, username, ip, user_agent, object_type, object_id, project_id, before, after, outcome)
     values ($1, $2, coalesce(nullif($3, ''), (select username from "user" where id = $2), ''), $4, $5, $6, $7, $8, $9, $10, $11)`,
    [action, userId, username, ip, userAgent, objectType, objectId, projectId, json(before), json(after), outcome],
  );
}

const json = (values: AuditValues | null): string | null => values && JSON.stringify(values);

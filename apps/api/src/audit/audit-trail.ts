import { Injectable, Logger } from '@nestjs/common';
import { type Audit, Batcher } from '@switchyard/database';
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
  private readonly notes: Batcher<Entry, undefined>;

  constructor(dataSource: DataSource) {
    this.notes = new Batcher(async (entries) => {
      await insert(dataSource.manager, entries);
      return entries.map(() => undefined);
    });
  }

  /** @param manager of the transaction that makes the change, so that both happen or neither */
  async record<E extends ObjectLiteral>(manager: EntityManager, change: AuditChange<E>): Promise<void> {
    const scope = auditScope.getStore();
    await insert(manager, [entryOf(scope, change)]);
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

type Entry = Omit<Audit, 'id' | 'at'>;

const actorOf = ({ action, userId, username, ip, userAgent }: typeof OUTSIDE | AuditScope = OUTSIDE) => ({
  action,
  userId,
  username,
  ip,
  userAgent,
});

function entryOf<E extends ObjectLiteral>(scope: AuditScope | undefined, change: AuditChange<E>): Entry {
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

async function insert(manager: EntityManager, entries: readonly Entry[]): Promise<void> {
  await manager.query(insertion, [
    entries.map(({ action }) => action),
    entries.map(({ userId }) => userId),
    entries.map(({ username }) => username),
    entries.map(({ ip }) => ip),
    entries.map(({ userAgent }) => userAgent),
    entries.map(({ objectType }) => objectType),
    entries.map(({ objectId }) => objectId),
    entries.map(({ projectId }) => projectId),
    entries.map(({ before }) => json(before)),
    entries.map(({ after }) => json(after)),
    entries.map(({ outcome }) => outcome),
  ]);
}

const insertion = `
  insert into audit
      (action, user_id, username, ip, user_agent, object_type, object_id, project_id, before, after, outcome)
    select action, user_id, coalesce(nullif(username, ''), (select username from "user" where id = user_id), ''),
           ip, user_agent, object_type, object_id, project_id, before, after, outcome
      from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[],
                  $9::jsonb[], $10::jsonb[], $11::text[]) with ordinality
             as noted(action, user_id, username, ip, user_agent, object_type, object_id, project_id, before, after,
                      outcome, n)
     order by n`;

const json = (values: AuditValues | null): string | null => values && JSON.stringify(values);

import type { AuditValues } from '@switchyard/contracts';
import { type Audit, Event, givenArrays } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

export type AuditEntry = Omit<Audit, 'id' | 'at'>;

/** Stores the records in this order, in one statement. */
export async function insertAudit(manager: EntityManager, entries: readonly AuditEntry[]): Promise<void> {
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

/** Stores an entry of the activity of a project. */
export async function insertEvent(
  manager: EntityManager,
  entry: Omit<Event, 'id' | 'created' | 'integrationId'>,
): Promise<void> {
  await manager.insert(Event, entry);
}

/** It has a transaction id before it takes ids, so that those who follow the ids miss none. */
const insertion = `
  insert into audit
      (action, user_id, username, ip, user_agent, object_type, object_id, project_id, before, after, outcome)
    select action, user_id, coalesce(nullif(username, ''), (select username from "user" where id = user_id), ''),
           ip, user_agent, object_type, object_id, project_id, before, after, outcome
      from (select pg_current_xact_id()) as begun, unnest(${givenArrays([1, 'text'], [2, 'int'], [3, 'text'], [4, 'text'], [5, 'text'], [6, 'text'], [7, 'text'], [8, 'int'], [9, 'jsonb'], [10, 'jsonb'], [11, 'text'])}) with ordinality
             as noted(action, user_id, username, ip, user_agent, object_type, object_id, project_id, before, after,
                      outcome, n)
     order by n`;

const json = (values: AuditValues | null): string | null => values && JSON.stringify(values);

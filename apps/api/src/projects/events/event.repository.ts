import { type Event, type EventListQuery, MAX_EVENTS, MAX_LAST_EVENTS } from '@switchyard/contracts';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../auth/access/caller.js';
import { eventsOfAll, eventsOfMember, eventsOfProject } from './event-pages.repository.js';

type Row = Omit<Event, 'created'> & { created: Date };

const SELECT = `
  select e.id as cursor, e.user_id, e.project_id, e.integration_id, e.object_id, e.object_type, e.description, e.activity,
         e.created, case when k.id is null then '' else t.playbook end as object_name,
         t.name as template_name, p.name as project_name, u.username, u.name as user_name
    from event e
    left join project p on p.id = e.project_id
    left join "user" u on u.id = e.user_id
    left join task k on e.object_type = 'task' and k.id = e.object_id
    left join template t on t.id = case e.object_type when 'task' then k.template_id when 'template' then e.object_id end`;

/** Events of the caller's projects, and those without a project. */
export async function findEvents(manager: EntityManager, caller: Caller, limit = MAX_EVENTS): Promise<Event[]> {
  const { sql, parameters } = caller.admin ? eventsOfAll(limit) : eventsOfMember(caller.userId, limit);
  return readRows(manager, `${SELECT} where e.id = any(array(${sql})) order by e.id desc`, parameters);
}

export function findLastEvents(manager: EntityManager, caller: Caller): Promise<Event[]> {
  return findEvents(manager, caller, MAX_LAST_EVENTS);
}

export async function findProjectEvents(
  manager: EntityManager,
  projectId: number,
  query: EventListQuery = {},
): Promise<Event[]> {
  const { sql, parameters } = eventsOfProject(projectId, query);
  const ids = (await manager.query<{ id: number }[]>(sql, parameters)).map(({ id }) => id);
  return ids.length === 0
    ? []
    : readRows(manager, `${SELECT} where e.id = any($1) order by e.created desc, e.id desc`, [ids]);
}

export function findLastProjectEvents(manager: EntityManager, projectId: number): Promise<Event[]> {
  return findProjectEvents(manager, projectId, { limit: MAX_LAST_EVENTS });
}

async function readRows(manager: EntityManager, sql: string, parameters: unknown[]): Promise<Event[]> {
  const rows = await manager.query<Row[]>(sql, parameters);
  return rows.map((row) => ({ ...row, created: row.created.toISOString() }));
}

import { type EventListQuery, MAX_EVENTS } from '@switchyard/contracts';

interface Statement {
  sql: string;
  parameters: unknown[];
}

/** Selects the ids of the newest activities, of projects that are not being deleted. */
export const eventsOfAll = (limit: number): Statement => ({
  sql: `select e.id from event e left join project p on p.id = e.project_id
         where p.deleting is null order by e.id desc limit $1`,
  parameters: [limit],
});

/**
 * The same of the projects of a person, and of none. Each has its place in an index, so that the cost does not grow with what happens in
 * the projects of others.
 */
export const eventsOfMember = (userId: number, limit: number): Statement => ({
  sql: `select id from (
          select found.id
            from project_member m join project p on p.id = m.project_id and p.deleting is null
           cross join lateral (${newestOf('e.project_id = m.project_id')}) found
           where m.user_id = $1
          union all (${newestOf('e.project_id is null')})) newest
         order by id desc limit $2`,
  parameters: [userId, limit],
});

const newestOf = (condition: string): string =>
  `select e.id from event e where ${condition} order by e.created desc, e.id desc limit $2`;

/**
 * Selects the ids of a page of the activity of a project, newest first, or with `after` oldest first. Events stand by time,
 * which the indexes hold behind each filter; their ids settle what happened at the same moment.
 */
export function eventsOfProject(projectId: number, query: EventListQuery): Statement {
  const parameters: unknown[] = [projectId];
  const place = (value: unknown): string => `$${parameters.push(value)}`;
  const { before, after, object_type: kinds, user_id: userId, start, end, limit } = query;
  const conditions = [
    'e.project_id = $1',
    ...(userId === undefined ? [] : [`e.user_id = ${place(userId)}`]),
    ...(start === undefined ? [] : [`e.created >= ${place(start)}`]),
    ...(end === undefined ? [] : [`e.created < ${place(end)}`]),
    ...(before === undefined ? [] : ['(e.created, e.id) < (c.created, c.id)']),
    ...(after === undefined ? [] : ['(e.created, e.id) > (c.created, c.id)']),
  ].join(' and ');
  const cursor = before ?? after;
  const order = before === undefined && after !== undefined ? 'asc' : 'desc';
  const bound = place(limit ?? MAX_EVENTS);
  const last = (alias: string): string => `order by ${alias}.created ${order}, ${alias}.id ${order} limit ${bound}`;
  const found = kinds === undefined ? pageOf(conditions, last('e')) : pageOfKinds(kinds, { conditions, place, last });
  const from = cursor === undefined ? '' : `event c cross join lateral `;
  const at = cursor === undefined ? '' : ` where c.id = ${place(cursor)} and c.project_id = $1`;
  return { sql: `select page.id from ${from}(${found}) page${at}`, parameters };
}

const pageOf = (conditions: string, last: string): string =>
  `select e.id, e.created from event e where ${conditions} ${last}`;

interface KindParts {
  conditions: string;
  place: (value: unknown) => string;
  last: (alias: string) => string;
}

/** Tasks are most of the log, so they are found among all events; each other kind has its place in an index. */
function pageOfKinds(kinds: readonly string[], { conditions, place, last }: KindParts): string {
  const others = kinds.filter((kind) => kind !== 'task');
  const parts = [
    ...(kinds.includes('task') ? [pageOf(`${conditions} and e.object_type = 'task'`, last('e'))] : []),
    ...(others.length > 0
      ? [
          `select found.id, found.created from unnest(${place(others)}::text[]) wanted (kind) cross join lateral (
             ${pageOf(`${conditions} and e.object_type <> 'task' and e.object_type = wanted.kind`, last('e'))}) found`,
        ]
      : []),
  ];
  return `select each.id, each.created from (${parts.map((part) => `(${part})`).join(' union all ')}) each ${last('each')}`;
}

import type { Client } from 'pg';

/** Objects of the measured requests: of the project with the most tasks, far apart in its history. */
export interface Places {
  project: number;
  template: number;
  person: number;
  schedule: number;
  integration: number;
  /** A task with a stored log, one from the middle and one of the first. */
  newest: number;
  middle: number;
  oldest: number;
}

export async function placesIn(database: Pick<Client, 'query'>): Promise<Places> {
  const { rows } = await database.query<Places>(
    `with p as (select project_id as id from task group by 1 order by count(*) desc limit 1),
          t as (select min(template.id) as id from template join p on p.id = project_id)
     select p.id as project, t.id as template,
            (select user_id from task where project_id = p.id and user_id in (select id from "user" where not admin) order by id desc limit 1) as person,
            (select min(id) from schedule where project_id = p.id) as schedule,
            (select min(id) from integration where project_id = p.id) as integration,
            (select max(id) from task where project_id = p.id and app = 'ansible' and log_attempt > 0) as newest,
            (select min(id) from task where project_id = p.id and id > (select max(id) / 2 from task)) as middle,
            (select min(id) from task where project_id = p.id) as oldest
       from p, t`,
  );
  const [places] = rows;
  if (!places) {
    throw new Error('The history has no tasks');
  }
  return places;
}

/** A kind of request. */
export interface HistoryRequest {
  what: string;
  path: string;
  /** Most milliseconds of its p95 on a year of 10,000 tasks a day. */
  budget: number;
  /** Most rows that one step of a statement may look at. */
  rows: number;
}

const [PAGE, SECOND, SEARCH] = [100, 1_000, 1_500] as const;
/** A page reads little; a text is looked for in 10,000 tasks, a status among the tasks of a schedule. */
const [FEW, MANY] = [5_000, 25_000] as const;
const DAY = '2099-01-01';

/** Everything that people read of a history: pages with each filter from both ends and the middle, statistics, logs, counts. */
export function historyRequests(at: Places): HistoryRequest[] {
  const base = `/project/${at.project}`;
  const from = (list: string, filters: Record<string, string>, deep: Record<string, string>): HistoryRequest[] =>
    Object.entries(filters).flatMap(([filter, query]) =>
      Object.entries(deep).map(([where, place]) => ({
        what: `${list}, ${filter}, ${where}`,
        path: `${pathOf(list)}?limit=21${query}${place}`,
        budget: PAGE,
        rows: /text|schedule, /.test(filter) ? MANY : FEW,
      })),
    );
  const pathOf = (list: string): string =>
    ({ tasks: `${base}/tasks`, 'activity of a project': `${base}/events`, audit: '/audit' })[list] ?? '';
  const one = (what: string, path: string, budget: number = PAGE): HistoryRequest => ({
    what,
    path,
    budget,
    rows: budget === PAGE ? FEW : MANY,
  });
  const task = (id: number, part: string): string => `${base}/tasks/${id}${part}`;
  return [
    ...from('tasks', taskFilters(at), {
      newest: '',
      middle: `&before=${at.middle}`,
      'from the oldest': `&after=${at.oldest}`,
    }),
    ...from('activity of a project', eventFilters(at), { newest: '' }),
    one('activity of all, 10,000', '/events', SECOND),
    one('activity of all, last', '/events/last'),
    ...from('audit', auditFilters(at), { newest: '', 'from the oldest': '&after=1' }),
    one('last tasks', `${base}/tasks/last`),
    one('tasks of a template', `${base}/templates/${at.template}/tasks/last`),
    one('templates with their last tasks', `${base}/templates`),
    one('schedules with their last runs', `${base}/schedules`),
    one('deliveries of an integration', `${base}/integrations/${at.integration}/deliveries`),
    one('tasks that run or wait, all projects', '/tasks'),
    one('projects', '/projects'),
    one('contents of a project', `${base}/contents`),
    one('runners', '/runners'),
    one('statistics of a year, project', `${base}/stats`, SECOND),
    one('statistics of a year, template', `${base}/templates/${at.template}/stats`, SECOND),
    one('statistics of a year, person', `${base}/stats?user_id=${at.person}`, SECOND),
    ...['', '/queue', '/stages', '/snapshot', '/ansible/hosts', '/ansible/errors'].map((part) =>
      one(`task${part}, old`, task(at.middle, part)),
    ),
    ...['/lines?after=100&limit=100', '/sections', '/outline', '/search?q=item%203'].map((part) =>
      one(`log${part.split('?')[0]}`, task(at.newest, part)),
    ),
    one('search in the logs of a template', `${base}/templates/${at.template}/logs/search?q=not-there`, SEARCH),
    one('export of a project', `${base}/backup`, SECOND),
  ];
}

const taskFilters = ({ template, person, schedule }: Places): Record<string, string> => ({
  all: '',
  failed: '&status=error,stopped',
  rejected: '&status=rejected',
  'waiting or running': '&status=waiting,running',
  'of a template': `&template_id=${template}`,
  'of a template, failed': `&template_id=${template}&status=error`,
  'of a person': `&user_id=${person}`,
  'of a person and template, failed': `&user_id=${person}&template_id=${template}&status=error`,
  'of a schedule': `&schedule_id=${schedule}`,
  'of a schedule, failed': `&schedule_id=${schedule}&status=error`,
  'of times': '&start=2020-01-01T00:00:00Z&end=2099-01-01T00:00:00Z',
  'of times without tasks': `&start=${DAY}T00:00:00Z`,
  'with a text': '&text=ticket',
  'with a text that none has': '&text=not-there',
  'of a person with a text that none has': `&user_id=${person}&text=not-there`,
});

const eventFilters = ({ person }: Places): Record<string, string> => ({
  all: '',
  'of tasks': '&object_type=task',
  'of templates': '&object_type=template',
  'of a person': `&user_id=${person}`,
  'of a person, of keys': `&user_id=${person}&object_type=key`,
  'of times without any': `&start=${DAY}T00:00:00Z`,
});

const auditFilters = ({ project, person }: Places): Record<string, string> => ({
  all: '',
  'of a person': `&user_id=${person}`,
  'of a project': `&project_id=${project}`,
  'of an action': '&action=tasks.create',
  'of a rare action': '&action=projects.delete',
  'from an address': '&ip=192.0.2.7',
  'of a person, from another address': `&user_id=${person}&ip=198.51.100.1`,
  'that failed': '&outcome=refused',
  'of times without any': `&from=${DAY}T00:00:00Z`,
});

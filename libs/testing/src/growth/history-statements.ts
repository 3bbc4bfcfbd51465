import type { HistorySize } from './history-resources.js';

/** Days that the control plane keeps events, webhooks, runs of schedules and messages, as its retention has them. */
const KEPT = { events: 30, webhooks: 30, runs: 90, messages: 7 } as const;
/** Lines of a task and of one of its chunks: 10⁹ lines a year at 10,000 tasks a day. */
const [LINES, CHUNK] = [274, 14] as const;
const CHUNKS = Math.ceil(LINES / CHUNK);

/** A number from 0 up to and without `below` that looks like chance and is the same for the same task and kind. */
const dice = (below: number, kind: number): string => `((hashint8(i * 32::bigint + ${kind}) & 2147483647) % ${below})`;

/** The tasks themselves. */
const tasks = ({ days, people, runners, tasks, templates }: HistorySize): string[] => [
  `insert into task (id, project_id, template_id, status, app, message, commit_hash, commit_message, commit_branch, commit_author,
                     user_id, integration_id, schedule_id, created, started, ended, runner_id, attempt_number, log_attempt, exit_code,
                     plan_summary, trusted_variables, version, end_reason)
   overriding system value
   select i, t.project_id, t.id, s.status, t.app, case when i % 9 = 0 then 'Deploy of ticket ' || i else '' end,
          md5(t.id || '/' || i / 50) || '0badc0de', 'Change ' || i / 50 || ' of the site', 'main', 'Ada',
          case when w.way < 30 then u.id end, case when w.way between 30 and 49 then g.id end, case when w.way >= 50 then h.id end,
          at, started, case when started is null then at else started + make_interval(secs => 20 + ${dice(200, 3)}) end,
          case when started is null then null else 1 + ${dice(runners, 4)} end, (started is not null)::int, (started is not null)::int,
          case s.status when 'success' then 0 when 'error' then 2 end,
          case when t.app = 'terraform' then '{"add": 4, "change": 1, "destroy": 0, "import": 0, "outputs": 0}'::jsonb end, true,
          case when t.type = 'build' then '1.0.' || i end, null
     from (select i, now() - make_interval(secs => (${tasks} - i) * ${(days * 86_400) / tasks}::float8) as at,
                  1 + floor(power(${dice(1_000_000, 1)} / 1000000.0, 2) * ${templates})::int as place,
                  ${dice(100, 2)} as luck, ${dice(100, 5)} as way
             from generate_series($1::bigint, $2::bigint) i) w
     join (select *, row_number() over (order by id) as place from template) t on t.place = w.place
     cross join lateral (select case when luck < 92 then 'success' when luck < 97 then 'error' when luck < 99 then 'stopped'
                                     else 'canceled' end as status,
                                case when luck < 99 then at + interval '2 seconds' end as started) s
     left join lateral (select (select min(id) from "user" where username like 'p%') + ${dice(people, 6)} as id) u on true
     left join integration g on g.template_id = t.id left join schedule h on h.template_id = t.id`,
];

/** Rows that are deleted with their task. */
const belongings: readonly string[] = [
  `insert into attempt (id, task_id, number, project_id, template_id, runner_id, lease_id, lease_until, status, created, started, ended, outcome)
   overriding system value
   select id, id, 1, project_id, template_id, runner_id, gen_random_uuid(), ended, 'ended', started, started, ended, status
     from task where id between $1 and $2 and started is not null`,
  `insert into attempt_log (attempt_id, project_id, task_id, attempt, next_line, bytes)
   select id, project_id, task_id, 1, ${LINES}, ${LINES * 80} from attempt where task_id between $1 and $2`,
  `insert into task_snapshot (task_id, project_id, snapshot, inventory_sha256, command)
   select id, project_id, jsonb_build_object('env', '{}'::jsonb, 'params', '{"diff": false, "tags": [], "check": false, "limit": [], "skip_tags": [], "verbosity": 0}'::jsonb,
            'playbook', 'site.yml', 'arguments', '[]'::jsonb, 'variables', jsonb_build_object('release', commit_hash, 'ticket', id),
            'inventory', jsonb_build_object('id', 1, 'name', 'Hosts', 'type', 'static', 'sha256', md5(project_id::text) || md5(id::text), 'content', null),
            'repository', jsonb_build_object('id', 1, 'url', 'https://git.example.test/site.git', 'name', 'Site', 'branch', 'main', 'commit', null),
            'secret_names', '[]'::jsonb),
          md5((id % 20)::text) || md5(project_id::text), '["ansible-playbook", "-i", "inventory.yml", "site.yml"]'::jsonb
     from task where id between $1 and $2 and started is not null`,
  `insert into task_stage (task_id, type, started, ended, first_line, last_line)
   select id, stage, started, ended, 10 * n, 10 * n + 9
     from task, unnest(array['init', 'running', 'print_result']) with ordinality s (stage, n)
    where id between $1 and $2 and started is not null and app <> 'bash'`,
  `insert into task_host (task_id, host, changed, failed, ignored, ok, rescued, skipped, unreachable)
   select id, 'web-' || n, 1, (status = 'error')::int, 0, 12, 0, 2, 0 from task, generate_series(1, 5) n
    where id between $1 and $2 and started is not null and app = 'ansible'`,
  `insert into task_error (task_id, index, host, task, error)
   select id, 0, 'web-1', 'Restart the service', 'Unit was not found' from task
    where id between $1 and $2 and status = 'error' and app = 'ansible'`,
];

/** Records of events, kept for a time. */
const records: readonly string[] = [
  `insert into event (user_id, project_id, object_type, object_id, description, created, activity)
   select user_id, project_id, 'task', id, 'Task ' || id || ' (Template ' || template_id || ')' || said, at, jsonb_build_object('code', code, 'params', jsonb_build_object('id', id, 'template', 'Template ' || template_id))
     from task, lateral (values ('task_queued', ' was queued', created), ('task_running', ' is running', started), ('task_success', ' finished - SUCCESS', ended)) e (code, said, at)
    where id between $1 and $2 and at is not null order by id, at`,
  `insert into audit (at, user_id, username, ip, user_agent, action, object_type, object_id, project_id, after, outcome)
   select created, user_id, 'p' || user_id, '192.0.2.' || user_id % 200, 'Mozilla/5.0 (X11; Linux x86_64)', 'tasks.create', 'task', id, project_id,
          jsonb_build_object('params', '{}'::jsonb, 'secret', null, 'status', 'waiting', 'ignored', '[]'::jsonb, 'message', message, 'template_id', template_id, 'inventory_id', null), 'done'
     from task where id between $1 and $2 and user_id is not null`,
  `insert into task_event (task_id, project_id, attempt_id, runner_id, at, kind, from_status, to_status, origin, actor_id, detail)
   select id, project_id, case when n > 1 then id end, case when n > 1 then runner_id end, case when n > 3 then ended else created end, kind, was, now_is,
          case when n in (2, 3) then 'system' else 'runner' end, null, case when n = 5 then '{"lines": 274, "outcome": "success"}'::jsonb end
     from task, lateral (values (1, 'created', null, 'waiting'), (2, 'assigned', 'waiting', 'starting'), (3, 'claimed', null, null),
                                (4, 'started', 'starting', 'running'), (5, 'finished', 'running', status)) e (n, kind, was, now_is)
    where id between $1 and $2 and started > now() - interval '${KEPT.events} days' order by id, n`,
  `insert into integration_delivery (id, integration_id, received, sender, event, webhook_key, result, task_id, reading, size, request)
   select gen_random_uuid(), integration_id, created, '192.0.2.9', 'push', 'key-' || id, 'started', id, '{"verdicts": [], "extracted": [], "issues": [], "ignored": []}', 2048, repeat('x', 1200)
     from task where id between $1 and $2 and integration_id is not null and created > now() - interval '${KEPT.webhooks} days'`,
  `insert into integration_launch (integration_id, webhook_key, task_id, created)
   select integration_id, 'key-' || id, id, created
     from task where id between $1 and $2 and integration_id is not null and created > now() - interval '${KEPT.webhooks} days'`,
  `insert into schedule_run (schedule_id, due, result, task_id, created, alerted)
   select schedule_id, created, 'started', id, created, true
     from task where id between $1 and $2 and schedule_id is not null and created > now() - interval '${KEPT.runs} days'
   on conflict do nothing`,
  `insert into outbox_message (id, kind, target_id, payload, status, tries, created, ended, answer_status, project_id)
   select gen_random_uuid(), 'alert', 1 + id % 10, jsonb_build_object('task', id, 'text', repeat('y', 300)), 'sent', 1, ended, ended, 200, project_id
     from task where id between $1 and $2 and id % 10 = 0 and ended > now() - interval '${KEPT.messages} days'`,
];

/** Lines of the newest, archived lines of the oldest. */
const logs = ({ archived, logs, tasks }: HistorySize): string[] => [
  `insert into log_chunk (task_id, attempt, first_line, line_count, first_time, kind, codec, times, body)
   select id, 1, n * ${CHUNK}, least(${CHUNK}, ${LINES} - n * ${CHUNK}), started, 0, 0, decode(repeat('05', least(${CHUNK}, ${LINES} - n * ${CHUNK})), 'hex'),
          convert_to((select string_agg('ok: [web-' || line % 5 || '] => ' || md5(id || '/' || n || '/' || line) || ' is in the wanted state, item ' || line, E'\\n' order by line)
                        from generate_series(1, least(${CHUNK}, ${LINES} - n * ${CHUNK})) line) || E'\\n', 'UTF8')
     from task, generate_series(0, ${CHUNKS - 1}) n
    where id between greatest($1, ${tasks - logs + 1}) and $2 and started is not null`,
  `insert into log_segment (task_id, attempt, first_line, line_count, blob, size, sha256, sections)
   select id, 1, 0, ${LINES}, 'segment/' || gen_random_uuid(), 5000, md5(id::text) || md5(template_id::text), '\\x0001'
     from task where id between $1 and least($2, ${archived}) and started is not null`,
];

/** Each inserts what tasks `$1` to `$2` have. Parameters of the same kind of dice agree between the statements. */
export const taskStatements = (size: HistorySize): string[] => [
  ...tasks(size),
  ...belongings,
  ...records,
  ...logs(size),
];

/** Statements that need all tasks. */
export const closingStatements = [
  `select setval('task_id_seq', (select max(id) from task)), setval('attempt_id_seq', (select max(id) from attempt))`,
  `update template set tasks = made.n from (select template_id, count(*)::int as n from task group by 1) made where template_id = template.id`,
  `insert into inventory_content select distinct project_id, inventory_sha256, repeat('web-01' || E'\\n', 40) from task_snapshot`,
  `insert into task_day
     select project_id, coalesce(template_id, 0), coalesce(user_id, 0), day, status, n, n, n * 100
       from (select project_id, template_id, user_id, (ended at time zone 'UTC')::date as day, status, count(*) as n from task
              where user_id is not null group by grouping sets (
                (project_id, template_id, user_id, (ended at time zone 'UTC')::date, status),
                (project_id, user_id, (ended at time zone 'UTC')::date, status))) people
     union all
     select project_id, coalesce(template_id, 0), 0, day, status, n, n, n * 100
       from (select project_id, template_id, (ended at time zone 'UTC')::date as day, status, count(*) as n from task
              group by grouping sets ((project_id, template_id, (ended at time zone 'UTC')::date, status),
                (project_id, (ended at time zone 'UTC')::date, status))) everybody`,
  `insert into setting (key, value) values ('task_days.cursor', (select max(id) from task_event)::text) on conflict (key) do nothing`,
];

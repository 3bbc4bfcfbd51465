/** How much of everything a made-up history has. */
export interface HistorySize {
  /** Tasks, evenly over the days until now. */
  tasks: number;
  days: number;
  projects: number;
  templates: number;
  people: number;
  runners: number;
  /** The newest tasks, which alone have stored logs. */
  logs: number;
  /** The oldest tasks, which alone have archived logs. */
  archived: number;
}

/** Objects to which tasks refer. Templates of low places are in the first project, which has two fifths of all tasks. */
export const resourceStatements = ({ projects, templates, people, runners }: HistorySize): string[] => [
  `insert into "user" (username, name, email)
     select 'p' || i, 'Person ' || i, 'p' || i || '@example.test' from generate_series(1, ${people}) i`,
  `insert into project (name) select 'Project ' || i from generate_series(1, ${projects}) i`,
  `insert into project_member (project_id, user_id, role)
     select p.id, u.id, 'task_runner' from project p, "user" u where u.username like 'p%' and (p.id + u.id) % 4 = 0`,
  `insert into access_key (project_id, name, type) select id, 'No key', 'none' from project`,
  `insert into git_repository (project_id, name, git_url, git_branch, ssh_key_id)
     select project_id, 'Site', 'https://git.example.test/site.git', 'main', id from access_key`,
  `insert into inventory (project_id, name, type, inventory) select id, 'Hosts', 'static', 'web-01' from project`,
  `insert into template (project_id, name, app, playbook, repository_id, inventory_id, type, tasks)
     select p.id, 'Template ' || i, (array['ansible', 'bash', 'terraform', 'ansible', 'bash'])[1 + i % 5], 'site.yml', r.id, v.id,
            case when i % 10 = 0 then 'build' else '' end, 0
       from generate_series(1, ${templates}) i
       cross join lateral (select greatest(1, ceil(power((i - 0.5) / ${templates}, 2) * ${projects}))::int as place) which
       join (select id, row_number() over (order by id) as place from project) p on p.place = which.place
       join git_repository r on r.project_id = p.id join inventory v on v.project_id = p.id order by i`,
  `insert into schedule (project_id, template_id, name, cron_format, active)
     select project_id, id, 'Nightly ' || id, '0 3 * * *', false from template where id % 3 <> 0`,
  `insert into integration (project_id, template_id, name)
     select project_id, id, 'Push ' || id from template where id % 4 = 0`,
  `insert into runner (name, token_hash, public_key, max_parallel_tasks)
     select 'Runner ' || i, 'none-' || i, 'none', 8 from generate_series(1, ${runners}) i`,
];

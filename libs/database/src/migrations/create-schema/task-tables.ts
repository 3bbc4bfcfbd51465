/** Tasks and their attempts, with the indexes of the drain. */
export const taskTables = `
  create table task (
    id int generated always as identity primary key,
    project_id int not null references project on delete cascade,
    template_id int not null references template on delete cascade,
    status text not null,
    waiting_reason text,
    waiting_reason_text text,
    tag text not null default '',
    app text not null,
    playbook text not null default '',
    environment text not null default '',
    secret text,
    arguments text,
    git_branch text,
    message text not null default '',
    params jsonb not null default '{}',
    inventory_id int references inventory on delete set null,
    build_task_id int references task on delete set null,
    version text,
    commit_hash text,
    commit_message text not null default '',
    user_id int references "user" on delete set null,
    integration_id int,
    schedule_id int,
    created timestamptz not null default now(),
    started timestamptz,
    ended timestamptz,
    runner_id int,
    attempt_number smallint not null default 0,
    end_reason text,
    exit_code int
  ) with (fillfactor = 80);
  create index task_waiting on task (project_id, template_id, tag, app, id) where status = 'waiting';
  create index task_project on task (project_id, id);
  create index task_template on task (template_id, id);
  create index task_build_task on task (build_task_id) where build_task_id is not null;
  create index task_inventory on task (inventory_id) where inventory_id is not null;

  create table attempt (
    id int generated always as identity primary key,
    task_id int not null references task on delete cascade,
    number smallint not null,
    project_id int not null,
    template_id int not null,
    runner_id int not null,
    lease_id uuid not null,
    lease_until timestamptz not null,
    status text not null,
    "order" text not null default 'none',
    created timestamptz not null default now(),
    started timestamptz,
    ended timestamptz,
    outcome text,
    reason text
  ) with (fillfactor = 70);
  create unique index attempt_task_number_key on attempt (task_id, number);
  create unique index attempt_task_active_key on attempt (task_id) where status in ('starting', 'running');
  create index attempt_runner_active on attempt (runner_id) where status in ('starting', 'running');
`;

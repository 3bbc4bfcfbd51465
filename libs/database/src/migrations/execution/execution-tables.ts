/** Columns of plans, decisions and limits, with the indexes of the drain and the clock. */
export const alteredTables = `
  alter table template
    add allow_any_vars_in_task boolean not null default false,
    add timeout_minutes int not null default 0;

  alter table task
    add log_attempt smallint not null default 0,
    add plan_summary jsonb,
    add planned timestamptz,
    add decided_by int references "user" on delete set null,
    add decided timestamptz;
  update task set log_attempt = attempt_number;
  drop index task_waiting;
  create index task_waiting on task (project_id, template_id, tag, app, id) where status in ('waiting', 'confirmed');
  create index task_undecided on task (planned) where status = 'waiting_confirmation';
  create index task_ended on task (ended) where ended is not null;
  alter table attempt_log add base_line int not null default 0;
`;

/** Plans that wait, and what tasks ran with. */
export const planTables = `
  create table task_plan (
    task_id int primary key references task on delete cascade,
    attempt_id int not null,
    sha256 text not null,
    size int not null,
    sealed bytea not null,
    created timestamptz not null default now()
  );
  alter table task_plan alter sealed set storage external;

  create table task_snapshot (
    task_id int primary key references task on delete cascade,
    project_id int not null,
    snapshot jsonb not null,
    inventory_sha256 text,
    command jsonb,
    tool_version text
  );
  create index task_snapshot_inventory on task_snapshot (project_id, inventory_sha256)
    where inventory_sha256 is not null;
  create table inventory_content (
    project_id int not null references project on delete cascade,
    sha256 text not null,
    content text not null,
    primary key (project_id, sha256)
  );
`;

/** Results of tasks. */
export const resultTables = `
  create table task_host (
    id int generated always as identity primary key,
    task_id int not null references task on delete cascade,
    host text not null,
    changed int not null,
    failed int not null,
    ignored int not null,
    ok int not null,
    rescued int not null,
    skipped int not null,
    unreachable int not null,
    created timestamptz not null default now()
  );
  create unique index task_host_key on task_host (task_id, host);
  create table task_error (
    id int generated always as identity primary key,
    task_id int not null references task on delete cascade,
    index int not null,
    host text not null,
    task text not null,
    error text not null,
    created timestamptz not null default now()
  );
  create unique index task_error_key on task_error (task_id, index);
  create table task_stage (
    id int generated always as identity primary key,
    task_id int not null references task on delete cascade,
    type text not null,
    started timestamptz,
    ended timestamptz,
    first_line int,
    last_line int,
    result jsonb
  );
  create unique index task_stage_key on task_stage (task_id, type);
`;

/** The app registry. */
export const appTable = `
  create table app (
    id text primary key,
    title text not null default '',
    icon text not null default '',
    color text not null default '',
    dark_color text not null default '',
    path text not null default '',
    args jsonb,
    priority int,
    active boolean not null default true
  );
`;

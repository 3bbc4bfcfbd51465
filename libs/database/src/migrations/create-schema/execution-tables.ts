/** Runners and the activity log. `touched` changes every few seconds and must stay without an index. */
export const executionTables = `
  create table runner (
    id int generated always as identity primary key,
    project_id int references project on delete cascade,
    name text not null,
    token_hash text not null,
    public_key text not null,
    webhook text not null default '',
    max_parallel_tasks int not null default 0,
    own_max_parallel_tasks int not null default 0,
    active boolean not null default true,
    tags text[] not null default '{}',
    apps jsonb not null default '[]',
    version text not null default '',
    created timestamptz not null default now(),
    touched timestamptz,
    cleaning_requested timestamptz
  ) with (fillfactor = 50);
  create unique index runner_token_hash_key on runner (token_hash);

  create table event (
    id int generated always as identity primary key,
    user_id int references "user" on delete set null,
    project_id int references project on delete cascade,
    integration_id int,
    object_type text,
    object_id int,
    description text,
    created timestamptz not null default now()
  );
  create index event_project on event (project_id, id);
`;

/**
 * Tables of what a project owns. References between resources are NO ACTION, which PostgreSQL checks after the cascades of the
 * same statement: one resource that is in use cannot be deleted, a whole project can.
 */
export const resourceTables = `
  create table access_key (
    id int generated always as identity primary key,
    project_id int not null references project on delete cascade,
    name text not null,
    type text not null,
    secret text
  );
  create index access_key_project on access_key (project_id);

  create table git_repository (
    id int generated always as identity primary key,
    project_id int not null references project on delete cascade,
    name text not null,
    git_url text not null,
    git_branch text not null default '',
    ssh_key_id int not null references access_key
  );
  create index git_repository_project on git_repository (project_id);

  create table environment (
    id int generated always as identity primary key,
    project_id int not null references project on delete cascade,
    name text not null,
    password text,
    json text not null default '{}',
    env text
  );
  create index environment_project on environment (project_id);

  create table environment_secret (
    id int generated always as identity primary key,
    environment_id int not null references environment on delete cascade,
    type text not null,
    name text not null,
    secret text not null
  );
  create unique index environment_secret_name_key on environment_secret (environment_id, type, name);

  create table inventory (
    id int generated always as identity primary key,
    project_id int not null references project on delete cascade,
    name text not null,
    type text not null,
    inventory text not null default '',
    ssh_key_id int references access_key,
    become_key_id int references access_key,
    repository_id int references git_repository,
    template_id int,
    runner_tag text
  );
  create index inventory_project on inventory (project_id);

  create table template (
    id int generated always as identity primary key,
    project_id int not null references project on delete cascade,
    name text not null,
    app text not null default '',
    type text not null default '',
    description text,
    playbook text not null default '',
    inventory_id int references inventory,
    repository_id int not null references git_repository,
    environment_id int references environment,
    view_id int,
    git_branch text,
    arguments text,
    allow_override_args_in_task boolean not null default false,
    allow_override_branch_in_task boolean not null default false,
    start_version text,
    build_template_id int references template on delete set null,
    autorun boolean not null default false,
    suppress_success_alerts boolean not null default false,
    survey_vars jsonb not null default '[]',
    task_params jsonb not null default '{}',
    runner_tag text,
    allow_parallel_tasks boolean not null default false,
    tasks int not null default 0
  ) with (fillfactor = 70);
  create index template_project on template (project_id);
  alter table inventory add foreign key (template_id) references template on delete set null;

  create table template_vault (
    id int generated always as identity primary key,
    project_id int not null references project on delete cascade,
    template_id int not null references template on delete cascade,
    name text,
    type text not null default 'password',
    vault_key_id int references access_key,
    script text
  );
  create index template_vault_template on template_vault (template_id);
`;

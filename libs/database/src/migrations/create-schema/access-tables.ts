/** People and how they come in; projects and who is in them. */
export const accessTables = `
  create table "user" (
    id int generated always as identity primary key,
    created timestamptz not null default now(),
    username text not null,
    name text not null,
    email text not null,
    password_hash text,
    admin boolean not null default false,
    external boolean not null default false,
    alert boolean not null default false,
    pro boolean not null default false
  );
  create unique index user_username_key on "user" (username);
  create unique index user_email_key on "user" (lower(email));

  create table session (
    id text primary key,
    user_id int not null references "user" on delete cascade,
    created timestamptz not null default now(),
    last_active timestamptz not null default now(),
    ip text not null default '',
    user_agent text not null default '',
    expired boolean not null default false,
    verification_method smallint not null default 0,
    verified boolean not null default true
  );
  create index session_by_user on session (user_id);
  create index session_last_active on session (last_active);

  create table api_token (
    id text primary key,
    prefix text not null,
    user_id int not null references "user" on delete cascade,
    created timestamptz not null default now(),
    expired boolean not null default false
  );
  create index api_token_user on api_token (user_id, created);

  create table project (
    id int generated always as identity primary key,
    name text not null,
    created timestamptz not null default now(),
    alert boolean not null default false,
    alert_chat text,
    max_parallel_tasks int not null default 0,
    type text not null default '',
    vault_token_encrypted text
  );

  create table project_member (
    project_id int not null references project on delete cascade,
    user_id int not null references "user" on delete cascade,
    role text not null,
    primary key (project_id, user_id)
  );
  create index project_member_user on project_member (user_id);

  create table setting (
    key text primary key,
    value text not null
  );
`;

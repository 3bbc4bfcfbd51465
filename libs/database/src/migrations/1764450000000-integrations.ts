import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Integrations, their aliases, matchers and values, the tasks of delivery ids, and delivery logs. */
export class Integrations1764450000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(INTEGRATIONS);
    await runner.query(RECEIVED);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `drop table integration_delivery, integration_launch, integration_value, integration_matcher, integration_alias, integration`,
    );
  }
}

/** Objects that people edit. */
const INTEGRATIONS = `
  create table integration (
    id int generated always as identity primary key,
    project_id int not null references project on delete cascade,
    template_id int not null references template,
    name text not null,
    auth_method text not null default '',
    auth_header text not null default '',
    auth_secret_id int references access_key,
    hmac_algorithm text not null default 'sha256',
    hmac_prefix text not null default '',
    searchable boolean not null default false,
    empty_answer boolean not null default false,
    task_params jsonb not null default '{}',
    secret text
  );
  create index integration_project on integration (project_id);
  create index integration_template on integration (template_id);
  create index integration_auth_secret on integration (auth_secret_id) where auth_secret_id is not null;
  create table integration_alias (
    id int generated always as identity primary key,
    project_id int not null references project on delete cascade,
    integration_id int references integration on delete cascade,
    alias text not null
  );
  create unique index integration_alias_key on integration_alias (alias);
  create index integration_alias_project on integration_alias (project_id);
  create index integration_alias_integration on integration_alias (integration_id) where integration_id is not null;
  create table integration_matcher (
    id int generated always as identity primary key,
    integration_id int not null references integration on delete cascade,
    name text not null,
    match_type text not null,
    body_data_type text,
    key text not null default '',
    method text not null,
    value text not null
  );
  create index integration_matcher_integration on integration_matcher (integration_id);
  create table integration_value (
    id int generated always as identity primary key,
    integration_id int not null references integration on delete cascade,
    name text not null,
    value_source text not null,
    body_data_type text,
    key text not null default '',
    variable text not null,
    variable_type text not null default 'environment'
  );
  create index integration_value_integration on integration_value (integration_id);`;

/** Webhooks that were received. */
const RECEIVED = `
  create table integration_launch (
    integration_id int not null references integration on delete cascade,
    delivery_key text not null,
    task_id int,
    created timestamptz not null default now(),
    primary key (integration_id, delivery_key)
  );
  create index integration_launch_created on integration_launch (created);
  create table integration_delivery (
    id uuid primary key,
    integration_id int not null references integration on delete cascade,
    received timestamptz not null default now(),
    sender text not null,
    event text not null default '',
    delivery_key text,
    searched boolean not null default false,
    redelivered boolean not null default false,
    result text not null,
    task_id int,
    problem jsonb,
    reading jsonb not null,
    size int not null,
    request text
  );
  create index integration_delivery_received on integration_delivery (integration_id, received);`;

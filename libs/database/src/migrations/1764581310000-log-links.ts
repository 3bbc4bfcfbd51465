import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links by which a log is read without signing in, and whether a project allows them. */
export class LogLinks1764581310000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table project add column allow_log_links boolean not null default false');
    await runner.query(TABLE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table log_link');
    await runner.query('alter table project drop column allow_log_links');
  }
}

const TABLE = `
  create table log_link (
    id int generated always as identity primary key,
    project_id int not null references project on delete cascade,
    task_id int not null references task on delete cascade,
    token_hash text not null,
    created_by int not null references "user" on delete cascade,
    created timestamptz not null default now(),
    expires timestamptz not null,
    opened timestamptz
  );
  create unique index log_link_token_key on log_link (token_hash);
  create index log_link_task on log_link (task_id);
  create index log_link_project on log_link (project_id, created_by);
  create index log_link_creator on log_link (created_by);`;

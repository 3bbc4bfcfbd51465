import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Health of runners, and tokens with which they register themselves. */
export class Fleet1763900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table runner
        add platform text not null default '',
        add instance text not null default '',
        add instance_seen timestamptz,
        add duplicate_seen timestamptz,
        add paused_reason text,
        add draining boolean not null default false;
      create index runner_project on runner (project_id) where project_id is not null;
      create table runner_registration_token (
        id int generated always as identity primary key,
        project_id int references project on delete cascade,
        name text not null,
        tags text[] not null default '{}',
        token_hash text not null,
        created_by int references "user" on delete set null,
        created timestamptz not null default now(),
        expires timestamptz not null,
        used timestamptz,
        runner_id int
      );
      create unique index runner_registration_token_hash_key on runner_registration_token (token_hash);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table runner_registration_token;
      drop index runner_project;
      alter table runner drop platform, drop instance, drop instance_seen, drop duplicate_seen, drop paused_reason,
        drop draining;
    `);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who did what; names and ends of API tokens. */
export class Audit1764050000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table audit (
        id int generated always as identity primary key,
        at timestamptz not null default now(),
        user_id int,
        username text not null default '',
        ip text not null default '',
        user_agent text not null default '',
        action text not null,
        object_type text not null default '',
        object_id text,
        project_id int,
        before jsonb,
        after jsonb,
        outcome text not null default 'done'
      );
      create index audit_at on audit (at, id);
      create index audit_user on audit (user_id, at, id);
      create index audit_project on audit (project_id, at, id);
      alter table api_token
        add name text not null default '',
        add expires timestamptz;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table audit;
      alter table api_token drop name, drop expires;
    `);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Makers of objects that act after the session or token of their maker has ended, known from now on. */
export class AccessGrants1764581640000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table access_grant (
      id int generated always as identity primary key,
      kind text not null,
      object_id text not null,
      project_id int,
      user_id int,
      username text not null default '',
      token_id text,
      created timestamptz not null default now()
    )`);
    await runner.query('create index access_grant_user on access_grant (user_id, id)');
    await runner.query('create index access_grant_object on access_grant (kind, object_id, project_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table access_grant');
  }
}

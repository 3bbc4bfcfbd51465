import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People who left the directory, and when it was asked for them. */
export class DirectoryChecks1764583800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table user_identity add checked timestamptz not null default now()`);
    await runner.query(`create index user_identity_checked on user_identity (checked) where provider = 'ldap'`);
    await runner.query(`alter table "user" add left_directory timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table "user" drop left_directory`);
    await runner.query('alter table user_identity drop checked');
  }
}

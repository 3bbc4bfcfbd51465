import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts at forges whose comments act for users. */
export class ForgeAccounts1764583891000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table user_forge_account (
        id int generated always as identity primary key,
        user_id int not null references "user" on delete cascade,
        host text not null,
        account text not null,
        created timestamptz not null default now())`);
    await runner.query('create unique index user_forge_account_user on user_forge_account (user_id, host, account)');
    await runner.query('create index user_forge_account_account on user_forge_account (host, account)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table user_forge_account');
  }
}

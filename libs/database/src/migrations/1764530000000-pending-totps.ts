import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Authenticators that wait for their first code. */
export class PendingTotps1764530000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table pending_totp (
        id int generated always as identity primary key,
        user_id int not null references "user" on delete cascade,
        created timestamptz not null default now(),
        secret_encrypted text not null
      );
      create unique index pending_totp_user_key on pending_totp (user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table pending_totp');
  }
}

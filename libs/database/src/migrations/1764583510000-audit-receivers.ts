import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the audit log is delivered. */
export class AuditReceivers1764583510000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table audit_receiver (
        id int primary key generated always as identity,
        name text not null,
        type text not null,
        active boolean not null default true,
        host text not null default '',
        secret text,
        position int not null,
        batch uuid,
        batch_end int,
        claim uuid,
        next_try timestamptz not null default now(),
        failures smallint not null default 0,
        delivered timestamptz,
        failed timestamptz,
        answer_status int,
        error text
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table audit_receiver');
  }
}

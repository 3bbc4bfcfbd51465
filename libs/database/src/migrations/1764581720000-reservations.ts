import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Attempts that runners prepare while their slots are busy. */
export class Reservations1764581720000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table reservation (
        runner_id int primary key references runner on delete cascade,
        task_id int not null,
        attempt_id int not null,
        lease_id uuid not null,
        until timestamptz not null
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table reservation');
  }
}

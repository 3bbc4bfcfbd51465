import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A runner may prepare several attempts. Present reservations are made again by the next drain. */
export class SeveralReservations1764581800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table reservation;
      create table reservation (
        task_id int not null,
        attempt_id int not null,
        runner_id int not null references runner on delete cascade,
        lease_id uuid not null,
        until timestamptz not null,
        primary key (task_id, attempt_id)
      );
      create index reservation_runner on reservation (runner_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table reservation;
      create table reservation (
        runner_id int primary key references runner on delete cascade,
        task_id int not null,
        attempt_id int not null,
        lease_id uuid not null,
        until timestamptz not null
      );
    `);
  }
}

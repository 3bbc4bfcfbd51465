import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the caches of runners. */
export class CachesOfRunners1764579000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table runner_caches (
        runner_id int primary key references runner on delete cascade,
        measured timestamptz not null default now(),
        report jsonb not null
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table runner_caches');
  }
}

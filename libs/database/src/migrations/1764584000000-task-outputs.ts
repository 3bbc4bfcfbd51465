import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the outputs of tasks. */
export class TaskOutputs1764584000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table task_outputs (
        task_id int primary key references task on delete cascade,
        attempt_id int not null,
        outputs json not null,
        secrets text,
        created timestamptz not null default now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table task_outputs');
  }
}

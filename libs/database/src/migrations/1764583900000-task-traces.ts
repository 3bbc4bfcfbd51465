import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The span that the parts of a task belong to. */
export class TaskTraces1764583900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table task add traceparent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table task drop traceparent');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Runners say what separates their tasks. */
export class RunnerSeparation1764583400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table runner add separation text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table runner drop separation');
  }
}

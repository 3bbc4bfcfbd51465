import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why a person decided about a plan, or stopped a task. */
export class GivenReasons1764581730000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table task add decision_reason text, add stop_reason text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table task drop decision_reason, drop stop_reason');
  }
}

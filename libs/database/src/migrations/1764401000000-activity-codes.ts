import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Entries of the activity log get a code beside their sentence. */
export class ActivityCodes1764401000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table event add activity jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table event drop activity');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who stopped a task. */
export class StoppedBy1764411000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table task add stopped_by int references "user" on delete set null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table task drop stopped_by');
  }
}

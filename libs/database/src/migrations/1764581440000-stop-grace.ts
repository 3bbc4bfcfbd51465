import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How long the tool of a template has to end when it is stopped. */
export class StopGrace1764581440000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table template add column stop_grace_seconds int');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table template drop column stop_grace_seconds');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The container images that templates run in. */
export class TemplateImages1764585000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table template add image text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table template drop image');
  }
}

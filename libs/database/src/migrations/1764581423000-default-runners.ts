import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the members of a runner that clients set. */
export class DefaultRunners1764581423000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table runner add column is_default boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table runner drop column is_default');
  }
}

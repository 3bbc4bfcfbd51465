import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The directories of a repository that tasks check out. */
export class SparsePaths1764583830000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table git_repository add paths text[] not null default '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table git_repository drop paths');
  }
}

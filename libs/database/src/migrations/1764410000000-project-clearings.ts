import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Runners are asked to clear the caches of single projects. */
export class ProjectClearings1764410000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table runner add clearing_projects int[] not null default '{}', add clearing_request text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table runner drop clearing_projects, drop clearing_request`);
  }
}

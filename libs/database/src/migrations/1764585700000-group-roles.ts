import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Memberships, and ranks of administrators, that a group of a sign-in provider gives; those until now were given by hand. */
export class GroupRoles1764585700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table project_member add by_group text');
    await runner.query('alter table "user" add admin_by_group text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table "user" drop admin_by_group');
    await runner.query('alter table project_member drop by_group');
  }
}

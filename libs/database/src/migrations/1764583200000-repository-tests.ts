import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Branches of a repository that is not stored. */
export class RepositoryTests1764583200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table branch_listing alter column repository_id drop not null, add draft jsonb,
        add constraint branch_listing_draft check ((repository_id is null) = (draft is not null))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from branch_listing where repository_id is null');
    await runner.query(`
      alter table branch_listing drop constraint branch_listing_draft, drop draft, alter column repository_id set not null`);
  }
}

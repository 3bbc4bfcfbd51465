import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The branch that the commit of a task was the head of. */
export class CommitBranches1764583810000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table task add commit_branch text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table task drop commit_branch');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Author and page of the commit of a task, as the sender of a webhook shows them. */
export class PushedCommits1764583000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table task add commit_author text not null default '', add commit_url text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table task drop commit_author, drop commit_url');
  }
}

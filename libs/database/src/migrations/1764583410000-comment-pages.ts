import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the comments of pull requests are; of those before, where their repository is now. */
export class CommentPages1764583410000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table pull_request_comment add page text not null default ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table pull_request_comment drop page');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The key with the token that reports the statuses of commits to the forge of a repository. */
export class CommitStatuses1764582420000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table git_repository add status_key_id int references access_key');
    await runner.query('create index git_repository_status_key on git_repository (status_key_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table git_repository drop status_key_id');
  }
}

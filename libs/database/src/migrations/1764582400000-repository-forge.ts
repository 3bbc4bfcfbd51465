import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The forge of a repository, and its page there. */
export class RepositoryForge1764582400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table git_repository add forge text not null default '',
        add web_url text not null default ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table git_repository drop forge, drop web_url');
  }
}

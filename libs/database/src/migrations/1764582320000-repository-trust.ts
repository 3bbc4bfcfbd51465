import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds to repositories the parts that are fetched, the trust in their server, and a key for other addresses. */
export class RepositoryTrust1764582320000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table git_repository add lfs boolean not null default true,
        add submodules boolean not null default true,
        add ca_certificates text not null default '',
        add known_hosts text not null default '',
        add second_key_id int references access_key,
        add second_key_prefix text not null default ''`);
    await runner.query('create index git_repository_second_key on git_repository (second_key_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table git_repository drop lfs, drop submodules, drop ca_certificates, drop known_hosts,
        drop second_key_id, drop second_key_prefix`);
  }
}

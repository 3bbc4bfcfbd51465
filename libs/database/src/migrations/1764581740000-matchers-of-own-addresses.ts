import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Matchers hold at the own address of an integration, too; those made before start as they did, until somebody ends it. */
export class MatchersOfOwnAddresses1764581740000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table integration add ignores_matchers boolean not null default false');
    await runner.query(
      `update integration set ignores_matchers = true
        where exists (select from integration_matcher where integration_id = integration.id)
          and exists (select from integration_alias where integration_id = integration.id)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table integration drop ignores_matchers');
  }
}

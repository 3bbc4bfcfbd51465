import type { MigrationInterface, QueryRunner } from 'typeorm';

/** API tokens of versions without the scope `lasting` could make what it allows, and still may. */
export class LastingTokens1764581610000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`update api_token set scopes = scopes || '["lasting"]' where not scopes ? 'lasting'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`update api_token set scopes = scopes - 'lasting'`);
  }
}

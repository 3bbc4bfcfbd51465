import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Templates whose attempts get a token of the forge. */
export class ForgeTokens1764583910000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table template add forge_token text not null default 'none'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table template drop forge_token');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When and from where an API token was last used. */
export class TokenUses1764583500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table api_token add last_used timestamptz, add last_used_from text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table api_token drop last_used, drop last_used_from');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the extra rights of API tokens. */
export class TokenScopes1764581422000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table api_token add column scopes jsonb not null default '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table api_token drop column scopes');
  }
}

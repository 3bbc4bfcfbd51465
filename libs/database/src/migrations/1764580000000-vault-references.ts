import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Secrets that a vault keeps: where, and which vault a project uses. */
export class VaultReferences1764580000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table access_key add column vault_reference text');
    await runner.query('alter table environment_secret add column vault_reference text');
    await runner.query('alter table project add column vault_address text, add column vault_namespace text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table project drop column vault_address, drop column vault_namespace');
    await runner.query('alter table environment_secret drop column vault_reference');
    await runner.query('alter table access_key drop column vault_reference');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Faults of private keys that are stored from now on. */
export class KeyProblems1764581620000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table access_key add column problem text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table access_key drop column problem');
  }
}

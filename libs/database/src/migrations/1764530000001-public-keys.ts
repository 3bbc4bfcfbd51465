import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Public keys of SSH keys that are stored from now on. */
export class PublicKeys1764530000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table access_key add column public_key text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table access_key drop column public_key');
  }
}

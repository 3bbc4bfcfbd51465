import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why a runner cannot connect. */
export class RefusedRunners1764582310000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table runner add refused_at timestamptz, add refused_reason text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table runner drop refused_at, drop refused_reason');
  }
}

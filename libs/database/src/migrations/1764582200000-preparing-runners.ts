import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Only runners that prepare attempts get reservations. Each says so with its next poll. */
export class PreparingRunners1764582200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table runner add prepares_ahead boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table runner drop prepares_ahead');
  }
}

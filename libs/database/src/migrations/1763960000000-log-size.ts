import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The stored size of every log, which is bounded. Logs that are older count from here on. */
export class LogSize1763960000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table attempt_log add bytes bigint not null default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table attempt_log drop bytes');
  }
}

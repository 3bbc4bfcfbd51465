import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where secrets stood in the lines of a chunk. Nothing is known of chunks that are older. */
export class LogMasks1764581300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table log_chunk add column masks text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table log_chunk drop column masks');
  }
}

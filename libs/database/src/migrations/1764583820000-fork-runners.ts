import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tag of the runners that take code of forks. */
export class ForkRunners1764583820000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table template add fork_runner_tag text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table template drop fork_runner_tag');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The change request that a run belongs to. */
export class ChangeRequest1764390000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table task add change_request text not null default ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table task drop change_request');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** End and pause reasons get a code beside their sentence; the sentence of a waiting reason follows from code, tag and app. */
export class EndProblems1764400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table task add end_problem jsonb, drop waiting_reason_text;
      alter table runner add paused_problem jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table task drop end_problem, add waiting_reason_text text;
      alter table runner drop paused_problem;
    `);
  }
}

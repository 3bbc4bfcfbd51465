import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns by their tables, with their names before and after. */
const RENAMED = [
  ['schedule', 'next_run_at', 'next_due'],
  ['schedule_run', 'planned', 'due'],
  ['branch_listing', 'planned', 'due'],
] as const;

/** A schedule has due times; a plan is Terraform's. Clients still read `next_run_at` and `planned`. */
export class DueTimes1764581710000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, before, after] of RENAMED) {
      await runner.query(`alter table ${table} rename column ${before} to ${after}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, before, after] of RENAMED) {
      await runner.query(`alter table ${table} rename column ${after} to ${before}`);
    }
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Due schedules in the order of their templates, and those that replace what runs in an index of their own. */
export class DueByTemplate1764510000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index schedule_due;
      create index schedule_due on schedule (next_run_at, template_id, id) where next_run_at is not null;
      create index schedule_replacing on schedule (next_run_at)
        where next_run_at is not null and overlap_policy = 'replace';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index schedule_replacing;
      drop index schedule_due;
      create index schedule_due on schedule (next_run_at, id) where next_run_at is not null;
    `);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { alteredTables, appTable, planTables, resultTables } from './execution/execution-tables.js';

/** Plans and decisions, results, snapshots, the app registry, time limits. */
export class Execution1763800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [alteredTables, planTables, resultTables, appTable]) {
      await runner.query(sql);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table app, task_stage, task_error, task_host, inventory_content, task_snapshot, task_plan;
      alter table attempt_log drop base_line;
      drop index task_ended, task_undecided, task_waiting;
      create index task_waiting on task (project_id, template_id, tag, app, id) where status = 'waiting';
      alter table task drop log_attempt, drop plan_summary, drop planned, drop decided_by, drop decided;
      alter table template drop allow_any_vars_in_task, drop timeout_minutes;
    `);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Nodes of workflows that wait until a moment: approvals with a deadline, delays. */
export class WaitingNodes1764584400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table workflow_node add deadline_minutes int, add delay_minutes int');
    await runner.query('alter table workflow_node_run add due timestamptz');
    await runner.query(
      `create index workflow_node_run_due on workflow_node_run (due) where status = 'waiting' and due is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table workflow_node_run drop due');
    await runner.query('alter table workflow_node drop deadline_minutes, drop delay_minutes');
  }
}

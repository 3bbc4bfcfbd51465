import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Nodes of runs of which people are to be alerted. */
export class RunAlerts1764585210000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table workflow_node_run add alert text');
    await runner.query('create index workflow_node_run_alert on workflow_node_run (run_id) where alert is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table workflow_node_run drop alert');
  }
}

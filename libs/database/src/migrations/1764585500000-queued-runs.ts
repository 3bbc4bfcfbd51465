import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a start of a workflow does while another run has not ended. */
export class QueuedRuns1764585500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table workflow add concurrency text not null default 'parallel'`);
    await runner.query('alter table workflow_run add started timestamptz');
    await runner.query('update workflow_run set started = created');
    await runner.query('alter table workflow_run alter started set default now()');
    await runner.query(
      `create index workflow_run_alive on workflow_run (workflow_id, id) where status in ('queued', 'running', 'stopping')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`update workflow_run set status = 'stopped', ended = now() where status = 'queued'`);
    await runner.query('drop index workflow_run_alive');
    await runner.query('alter table workflow_run drop started');
    await runner.query('alter table workflow drop concurrency');
  }
}

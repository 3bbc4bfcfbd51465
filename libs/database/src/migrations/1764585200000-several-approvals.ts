import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Approvals of workflows may need several people, each of whose decisions is a row. */
export class SeveralApprovals1764585200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table workflow_node add approvals_needed int not null default 1');
    await runner.query(
      `create table workflow_decision (
         run_id int not null references workflow_run on delete cascade,
         node text not null,
         attempt int not null,
         user_id int not null,
         approves boolean not null,
         reason text not null default '',
         created timestamptz not null default now(),
         primary key (run_id, node, attempt, user_id)
       )`,
    );
    await runner.query(
      `insert into workflow_decision (run_id, node, attempt, user_id, approves, reason, created)
       select run_id, node, attempt, decided_by, status = 'success', reason, coalesce(ended, now())
         from workflow_node_run where decided_by is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table workflow_decision');
    await runner.query('alter table workflow_node drop approvals_needed');
  }
}

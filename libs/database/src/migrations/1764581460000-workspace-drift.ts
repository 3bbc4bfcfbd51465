import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How workspaces stand to the configurations of their templates. */
export class WorkspaceDrift1764581460000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table workspace_drift (
        inventory_id int not null references inventory on delete cascade,
        template_id int not null references template on delete cascade,
        status text not null,
        task_id int references task on delete set null,
        summary jsonb,
        since timestamptz not null default now(),
        checked timestamptz not null default now(),
        alerted boolean not null default false,
        primary key (inventory_id, template_id)
      );
      create index workspace_drift_template on workspace_drift (template_id);
      create index workspace_drift_task on workspace_drift (task_id) where task_id is not null;
      create index workspace_drift_unalerted on workspace_drift (checked)
        where status <> 'unknown' and (status = 'drifted') <> alerted;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table workspace_drift');
  }
}

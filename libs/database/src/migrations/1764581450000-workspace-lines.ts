import type { MigrationInterface, QueryRunner } from 'typeorm';

const UNENDED = `status in ('waiting', 'starting', 'waiting_confirmation', 'confirmed', 'running', 'stopping')`;

const waitingIndex = (columns: string): string => `
  drop index task_waiting;
  create index task_waiting on task (${columns}, id) where status in ('waiting', 'confirmed');`;

/** The workspace of each task, by which those of one workspace wait for each other. */
export class WorkspaceLines1764581450000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table task add workspace_id int not null default 0, add waiting_for jsonb;
      update task set workspace_id = i.id from template t, inventory i
       where t.id = task.template_id and i.id = coalesce(task.inventory_id, t.inventory_id)
         and i.type in ('terraform-workspace', 'tofu-workspace')
         and task.${UNENDED};
      create index task_workspace on task (workspace_id, status, id) where workspace_id <> 0 and ${UNENDED};
      ${waitingIndex('tag, project_id, template_id, app, workspace_id')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${waitingIndex('tag, project_id, template_id, app')}
      drop index task_workspace;
      alter table task drop workspace_id, drop waiting_for;
    `);
  }
}

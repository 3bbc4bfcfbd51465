import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Projects that are being deleted, and indexes without which each row that goes reads whole tables. */
export class DeletingProjects1764572000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table project add deleting timestamptz;
      create index project_deleting on project (id) where deleting is not null;
      create index terraform_state_task on terraform_state (task_id) where task_id is not null;
      create index inventory_template on inventory (template_id) where template_id is not null;
      create index template_build_template on template (build_template_id) where build_template_id is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index template_build_template, inventory_template, terraform_state_task, project_deleting;
      alter table project drop deleting;
    `);
  }
}

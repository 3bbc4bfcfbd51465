import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the changes that plans would make, for people, and the way to the last plan of a template. */
export class PlanViews1764540000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table task_plan_view (
        task_id int primary key references task on delete cascade,
        attempt_id int not null,
        blob text not null,
        created timestamptz not null default now()
      );
      create index task_plan_view_blob on task_plan_view (blob);
      create index task_template_plan on task (template_id, id) where plan_summary is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index task_template_plan; drop table task_plan_view');
  }
}

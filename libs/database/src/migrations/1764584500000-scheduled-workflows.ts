import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Schedules start templates or workflows. */
export class ScheduledWorkflows1764584500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table schedule
         alter template_id drop not null,
         add workflow_id int references workflow on delete cascade,
         add saved_by int,
         add constraint schedule_target check ((template_id is null) <> (workflow_id is null))`,
    );
    await runner.query('create index schedule_workflow on schedule (workflow_id) where workflow_id is not null');
    await runner.query('alter table schedule_run add run_id int');
    await runner.query('alter table workflow_run add schedule_id int, add scheduled_by int');
    await runner.query(
      'create index workflow_run_schedule on workflow_run (schedule_id, id) where schedule_id is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table workflow_run drop schedule_id, drop scheduled_by');
    await runner.query('alter table schedule_run drop run_id');
    await runner.query('delete from schedule where template_id is null');
    await runner.query('alter table schedule drop workflow_id, drop saved_by, alter template_id set not null');
  }
}

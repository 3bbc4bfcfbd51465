import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes for filtered pages of the history and the activity, and which runners were started with the stack. */
export class HistoryPages1764480000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const ended = `status in ('rejected', 'success', 'error', 'stopped', 'canceled')`;
    await runner.query(`
      create index task_project_result on task (project_id, status, id, template_id) where ${ended};
      create index task_template_result on task (template_id, status, id) where ${ended};
      create index task_user_result on task (project_id, user_id, status, id, template_id)
        where user_id is not null and ${ended};
      drop index event_project;
      create index event_project on event (project_id, created, id);
      create index event_object on event (project_id, object_type, created, id) where object_type <> 'task';
      create index event_user on event (project_id, user_id, created, id, object_type) where user_id is not null;
      alter table runner add local boolean not null default false;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table runner drop local;
      drop index event_user, event_object, event_project;
      create index event_project on event (project_id, id);
      drop index task_user_result, task_template_result, task_project_result;
    `);
  }
}

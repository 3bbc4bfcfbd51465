import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Channels of alerts. Earlier events cause no alert. */
export class Alerts1764460000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table alert_channel (
        id int generated always as identity primary key,
        project_id int not null references project on delete cascade,
        name text not null,
        type text not null,
        active boolean not null default true,
        events text[] not null default '{}',
        target text not null default '',
        secret text
      );
      create index alert_channel_project on alert_channel (project_id);
      alter table delivery add project_id int references project on delete cascade;
      create index delivery_project on delivery (project_id, created) where project_id is not null;
      alter table schedule_run add alerted boolean not null default false;
      update schedule_run set alerted = true where result in ('missed', 'refused', 'failed');
      create index schedule_run_unalerted on schedule_run (created)
        where not alerted and result in ('missed', 'refused', 'failed');
      insert into setting (key, value) select 'alerts.cursor', coalesce(max(id), 0)::text from task_event;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from setting where key = 'alerts.cursor';
      drop index schedule_run_unalerted;
      alter table schedule_run drop column alerted;
      delete from delivery where project_id is not null;
      alter table delivery drop column project_id;
      drop table alert_channel;
    `);
  }
}

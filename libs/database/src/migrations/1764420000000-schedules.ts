import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Schedules, what became of their planned times, and the lists of their tasks. */
export class Schedules1764420000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table schedule (
        id int generated always as identity primary key,
        project_id int not null references project on delete cascade,
        template_id int not null references template on delete cascade,
        name text not null default '',
        active boolean not null default false,
        pause_reason text not null default '',
        type text not null default '',
        cron_format text not null default '',
        run_at timestamptz,
        delete_after_run boolean not null default false,
        timezone text not null default '',
        overlap_policy text not null default 'queue',
        missed_policy text not null default 'skip',
        task_params jsonb not null default '{}',
        secret text,
        next_run_at timestamptz
      ) with (fillfactor = 80);
      create index schedule_project on schedule (project_id);
      create index schedule_template on schedule (template_id);
      create index schedule_due on schedule (next_run_at, id) where next_run_at is not null;
      create table schedule_run (
        schedule_id int not null references schedule on delete cascade,
        planned timestamptz not null,
        result text not null,
        task_id int references task on delete set null,
        issues jsonb not null default '[]',
        created timestamptz not null default now(),
        primary key (schedule_id, planned)
      );
      create index schedule_run_created on schedule_run (created);
      create index schedule_run_task on schedule_run (task_id) where task_id is not null;
      create index task_schedule on task (schedule_id, id) where schedule_id is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index task_schedule; drop table schedule_run, schedule');
  }
}

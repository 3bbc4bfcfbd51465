import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ended tasks counted by day, those that ended before included. */
export class TaskDays1764430000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table task_day (
        project_id int not null references project on delete cascade,
        template_id int not null,
        user_id int not null,
        day date not null,
        status text not null,
        tasks int not null,
        ran int not null,
        seconds bigint not null,
        primary key (project_id, template_id, user_id, day, status)
      );
      insert into task_day
        select task.project_id, counted.template_id, counted.user_id, (task.ended at time zone 'UTC')::date, task.status,
               count(*), count(task.started),
               coalesce(sum(extract(epoch from task.ended - task.started)), 0)::bigint
          from task cross join lateral (
            select distinct template_id, user_id
              from unnest(array[0, task.template_id]) template_id, unnest(array[0, coalesce(task.user_id, 0)]) user_id
          ) counted
         where task.ended is not null and task.status in ('success', 'error', 'stopped', 'rejected', 'canceled')
         group by 1, 2, 3, 4, 5;
      insert into setting (key, value) select 'task_days.cursor', coalesce(max(id), 0)::text from task_event;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from setting where key = 'task_days.cursor';
      drop table task_day;
    `);
  }
}

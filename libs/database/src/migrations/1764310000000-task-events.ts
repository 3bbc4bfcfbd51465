import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The history of tasks is a stream of events that outlive their tasks and are followed by their id. */
export class TaskEvents1764310000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table task_event
        drop constraint task_event_pkey,
        drop constraint task_event_task_id_fkey,
        add primary key (id),
        add origin text not null default 'system',
        add actor_id int,
        add reason_code text;
      alter table task_event alter origin drop default;
      create index task_event_task on task_event (task_id, id);
      update task_event set kind = 'requeued', reason_code = 'lease_expired' where kind = 'lost';
      update task_event set kind = to_status where kind = 'finished' and to_status in ('rejected', 'canceled');
      update task_event set origin = 'user', actor_id = (detail ->> 'user_id')::int, detail = null where detail ? 'user_id';
      update task_event set origin = 'runner' where kind in ('claimed', 'refused', 'started', 'planned');
      update attempt set outcome = 'lease_expired' where outcome = 'lost';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update attempt set outcome = 'lost' where outcome = 'lease_expired';
      delete from task_event where not exists (select from task where task.id = task_event.task_id);
      update task_event set kind = 'lost' where kind = 'requeued';
      update task_event set kind = 'finished' where kind in ('rejected', 'canceled');
      update task_event set detail = jsonb_build_object('user_id', actor_id) where kind in ('created', 'confirmed', 'finished')
        and actor_id is not null and detail is null;
      drop index task_event_task;
      alter table task_event
        drop constraint task_event_pkey,
        drop origin,
        drop actor_id,
        drop reason_code,
        add primary key (task_id, id),
        add constraint task_event_task_id_fkey foreign key (task_id) references task on delete cascade;
    `);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The history of tasks, and messages that wait to be sent. */
export class History1763950000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table task_event (
        task_id int not null references task on delete cascade,
        id bigint generated always as identity,
        project_id int not null,
        attempt_id int,
        runner_id int,
        at timestamptz not null default clock_timestamp(),
        kind text not null,
        from_status text,
        to_status text,
        detail jsonb,
        primary key (task_id, id)
      );
      create table outbox (
        id bigint generated always as identity primary key,
        delivery_id uuid not null,
        runner_id int not null references runner on delete cascade,
        payload jsonb not null,
        created timestamptz not null default now(),
        due timestamptz not null default now(),
        tries smallint not null default 0,
        done timestamptz,
        result text
      ) with (fillfactor = 80);
      create index outbox_pending on outbox (runner_id, due) where done is null;
      create index outbox_done on outbox (done) where done is not null;
      alter table runner
        add webhook_secret text,
        add webhook_answered timestamptz,
        add webhook_status int,
        add webhook_error text;
      create index runner_webhook on runner (id) where webhook <> '';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index runner_webhook;
      alter table runner drop webhook_secret, drop webhook_answered, drop webhook_status, drop webhook_error;
      drop table outbox;
      drop table task_event;
    `);
  }
}

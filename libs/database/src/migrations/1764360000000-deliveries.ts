import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Messages to webhooks become deliveries of a kind to a target, and the last answer moves from runner to target. */
export class Deliveries1764360000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table delivery (
        id uuid primary key,
        kind text not null,
        target_id int not null,
        payload jsonb not null,
        status text not null default 'pending',
        tries smallint not null default 0,
        claim uuid,
        created timestamptz not null default now(),
        next_try timestamptz not null default now(),
        since timestamptz not null default now(),
        ended timestamptz,
        answer_status int,
        error text
      ) with (fillfactor = 80);
      create index delivery_open on delivery (kind, target_id, next_try) where ended is null;
      create index delivery_sending on delivery (kind, target_id) where status = 'sending';
      create index delivery_target_created on delivery (kind, target_id, created);
      create index delivery_ended on delivery (ended) where ended is not null;
      create table delivery_target (
        kind text not null,
        target_id int not null,
        failures smallint not null default 0,
        held_until timestamptz not null default now(),
        answered timestamptz not null,
        answer_status int,
        error text,
        primary key (kind, target_id)
      ) with (fillfactor = 80);
      insert into delivery (id, kind, target_id, payload, status, tries, created, next_try, since, ended, error)
        select delivery_id, 'runner_webhook', runner_id, payload,
               case result when 'delivered' then 'delivered' else case when done is null then 'pending' else 'dead' end end,
               tries, created, due, created, done,
               case result when 'given_up' then 'expired' when 'outdated' then 'outdated' end
          from outbox;
      insert into delivery_target (kind, target_id, answered, answer_status, error)
        select 'runner_webhook', id, webhook_answered, webhook_status,
               case when webhook_status between 200 and 299 then null
                    when webhook_status is null then 'unreachable' else 'http_status' end
          from runner where webhook_answered is not null;
      drop table outbox;
      alter table runner drop webhook_answered, drop webhook_status, drop webhook_error;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table runner add webhook_answered timestamptz, add webhook_status int, add webhook_error text;
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
      drop table delivery, delivery_target;
    `);
  }
}

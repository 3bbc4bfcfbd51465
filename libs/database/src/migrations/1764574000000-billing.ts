import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Books of billed projects: accounts, payments, transfers that nobody can change, periods, usage. */
export class Billing1764574000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(MONEY);
    await runner.query(USAGE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from setting where key = 'billing_usage.cursor';
      drop table sandbox_payment, billing_usage, billing_period, billing_transfer, billing_payment, billing_account;
      drop function refuse_billing_change;
    `);
  }
}

const MONEY = `
  create table billing_account (
    project_id int primary key,
    plan text not null default 'free',
    annual boolean not null default false,
    canceled boolean not null default false,
    trial boolean not null default false,
    trial_used boolean not null default false,
    period_ends timestamptz,
    anchor_day smallint not null default 1,
    key_number int not null default 1
  );
  create index billing_account_due on billing_account (period_ends) where period_ends is not null;
  create table billing_payment (
    number text primary key,
    project_id int not null,
    gateway text not null,
    transaction_id text,
    state text not null default 'new',
    cents int not null,
    currency text not null,
    hosted_url text,
    plan text,
    annual boolean not null default false,
    coupon text,
    created timestamptz not null default now()
  );
  create unique index billing_payment_transaction on billing_payment (gateway, transaction_id);
  create index billing_payment_project on billing_payment (project_id, created);
  create table billing_transfer (
    id bigint generated always as identity primary key,
    project_id int not null,
    debit text not null,
    credit text not null,
    cents int not null,
    cause text not null,
    reference text not null,
    created timestamptz not null default now(),
    constraint billing_transfer_check check (cents > 0 and debit <> credit)
  );
  create unique index billing_transfer_cause on billing_transfer (cause, reference);
  create index billing_transfer_project on billing_transfer (project_id);
  create function refuse_billing_change() returns trigger language plpgsql as
    $$ begin raise exception 'transfers are never changed'; end $$;
  create trigger billing_transfer_kept before update or delete or truncate on billing_transfer
    for each statement execute function refuse_billing_change();`;

const USAGE = `
  create table billing_period (
    project_id int not null,
    starts timestamptz not null,
    ends timestamptz not null,
    plan text not null,
    annual boolean not null,
    trial boolean not null,
    cents int not null,
    revoked boolean not null default false,
    primary key (project_id, starts)
  );
  create unique index billing_period_trial on billing_period (project_id) where trial;
  create table billing_usage (
    project_id int not null references project on delete cascade,
    month date not null,
    seconds bigint not null default 0,
    bytes bigint not null default 0,
    covered_minutes int not null default 0,
    primary key (project_id, month)
  );
  create table sandbox_payment (
    id uuid primary key,
    state text not null default 'new',
    cents int not null,
    currency text not null,
    description text not null,
    return_url text not null
  );
  insert into setting (key, value) select 'billing_usage.cursor', coalesce(max(id), 0)::text from task_event;`;

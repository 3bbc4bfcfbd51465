import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the discounts of coupons on payments, and the time when open payments were last read at their gateway. */
export class Coupons1764580100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table billing_payment add column discount_cents int not null default 0, add column checked timestamptz',
    );
    await runner.query(
      `create index billing_payment_open on billing_payment (created) where state in ('new', 'pending')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index billing_payment_open');
    await runner.query('alter table billing_payment drop column discount_cents, drop column checked');
  }
}

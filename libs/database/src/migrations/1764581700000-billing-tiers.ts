import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['billing_account', 'billing_payment', 'billing_period'];

/** Renames the purchase of a project to tier; a plan is Terraform's. Clients still read and write it as `plan`. */
export class BillingTiers1764581700000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return rename(runner, 'plan', 'tier');
  }

  down(runner: QueryRunner): Promise<void> {
    return rename(runner, 'tier', 'plan');
  }
}

async function rename(runner: QueryRunner, from: string, to: string): Promise<void> {
  for (const table of TABLES) {
    await runner.query(`alter table ${table} rename column ${from} to ${to}`);
  }
}

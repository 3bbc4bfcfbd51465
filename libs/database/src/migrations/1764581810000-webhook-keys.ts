import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['integration_launch', 'integration_delivery'];

/** Renames received deliveries to webhooks. Clients still read `delivery_key`. */
export class WebhookKeys1764581810000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`alter table ${table} rename column delivery_key to webhook_key`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`alter table ${table} rename column webhook_key to delivery_key`);
    }
  }
}

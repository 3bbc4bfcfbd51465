import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a session last proved who its user is, and which API token made another one. */
export class Proofs1764120000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table session add proved_at timestamptz not null default now();
      update session set proved_at = coalesce(verified_at, created);
      alter table api_token add made_by text references api_token on delete cascade;
      create index api_token_made_by on api_token (made_by);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table api_token drop made_by;
      alter table session drop proved_at;
    `);
  }
}

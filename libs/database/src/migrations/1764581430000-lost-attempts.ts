import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the reports of runners about attempts whose lease was lost, and states that tasks could not save. */
export class LostAttempts1764581430000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table attempt add settled timestamptz, add state_offered timestamptz;
      update attempt set settled = now() where status = 'ended' and id in (select attempt_id from terraform_lock);
      alter table task add notes jsonb not null default '[]';
      alter table terraform_state add offered boolean not null default false;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table terraform_state drop offered;
      alter table task drop notes;
      alter table attempt drop settled, drop state_offered;
    `);
  }
}

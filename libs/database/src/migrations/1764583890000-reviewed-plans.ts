import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Plans of pull requests that are applied once they were reviewed. */
export class ReviewedPlans1764583890000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table template add pull_request_apply text not null default 'nobody'`);
    await runner.query('alter table task add review jsonb, add review_key text, add plan_digest text');
    await runner.query(`
      create table pull_request_head (
        template_id int not null references template on delete cascade,
        number int not null,
        commit_hash text not null,
        closed boolean not null default false,
        changed timestamptz not null default now(),
        refusal jsonb,
        primary key (template_id, number))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table pull_request_head');
    await runner.query('alter table task drop review, drop review_key, drop plan_digest');
    await runner.query('alter table template drop pull_request_apply');
  }
}

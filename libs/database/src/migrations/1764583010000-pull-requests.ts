import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Templates that run on pull requests, the pull request of a task, approval of forks, and the comments that report. */
export class PullRequests1764583010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table template add pull_requests boolean not null default false');
    await runner.query('alter table task add pull_request jsonb');
    await runner.query(`
      alter table integration_delivery add pull_request jsonb, add approved timestamptz,
        add approved_by int references "user" on delete set null`);
    await runner.query(`
      create table pull_request_comment (
        repository_id int not null references git_repository on delete cascade,
        template_id int not null references template on delete cascade,
        number int not null,
        comment text not null,
        primary key (repository_id, template_id, number))`);
    await runner.query('create index pull_request_comment_template on pull_request_comment (template_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table pull_request_comment');
    await runner.query('alter table integration_delivery drop pull_request, drop approved, drop approved_by');
    await runner.query('alter table task drop pull_request');
    await runner.query('alter table template drop pull_requests');
  }
}

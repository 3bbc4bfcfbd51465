import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Webhooks of one commit start one task; an integration may stop older tasks of a branch. */
export class OneTaskOfACommit1764582330000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table commit_launch (
        template_id int not null references template on delete cascade,
        launch text not null,
        commit_hash text not null,
        task_id int,
        created timestamptz not null default now(),
        primary key (template_id, launch))`);
    await runner.query('create index commit_launch_created on commit_launch (created)');
    await runner.query('alter table integration add stops_older boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table integration drop stops_older');
    await runner.query('drop table commit_launch');
  }
}

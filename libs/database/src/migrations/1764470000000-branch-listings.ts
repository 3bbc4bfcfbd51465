import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Listings of branches by runners, and schedules that look for new commits with them. */
export class BranchListings1764470000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table schedule
        add column repository_id int references git_repository,
        add column last_commit text not null default '',
        add column checked timestamptz,
        add column check_problem jsonb,
        add column check_failures int not null default 0;
      create index schedule_repository on schedule (repository_id) where repository_id is not null;
      create table branch_listing (
        id int generated always as identity primary key,
        project_id int not null references project on delete cascade,
        repository_id int not null references git_repository on delete cascade,
        schedule_id int references schedule on delete cascade,
        branch text not null default '',
        tag text,
        source text not null default '',
        planned timestamptz,
        requested timestamptz not null default now(),
        runner_id int,
        lease_id uuid,
        lease_until timestamptz,
        tries int not null default 0,
        ended timestamptz,
        branches jsonb not null default '[]',
        is_cut boolean not null default false,
        problem jsonb
      );
      create index branch_listing_project on branch_listing (project_id);
      create unique index branch_listing_repository on branch_listing (repository_id) where schedule_id is null;
      create index branch_listing_checked on branch_listing (repository_id) where schedule_id is not null;
      create unique index branch_listing_schedule on branch_listing (schedule_id) where schedule_id is not null;
      create index branch_listing_open on branch_listing (requested, id) where ended is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table branch_listing;
      delete from schedule where repository_id is not null;
      alter table schedule drop column repository_id, drop column last_commit, drop column checked,
        drop column check_problem, drop column check_failures;
    `);
  }
}

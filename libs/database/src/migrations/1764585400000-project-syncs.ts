import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Projects that are synced from a repository, and the rows that its files hold. */
export class ProjectSyncs1764585400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table managed_row');
    await runner.query('drop table project_sync');
  }
}

const TABLES = `
  create table project_sync (
    id int generated always as identity primary key,
    project_id int not null references project on delete cascade,
    repository_id int not null references git_repository on delete cascade,
    user_id int not null references "user" on delete cascade,
    prune boolean not null default false,
    commit text,
    applied timestamptz,
    seen_commit text,
    checked timestamptz,
    faults jsonb not null default '[]',
    next_check timestamptz not null default now(),
    runner_id int,
    lease_id uuid,
    lease_from timestamptz,
    lease_until timestamptz
  );
  create unique index project_sync_project on project_sync (project_id);
  create index project_sync_repository on project_sync (repository_id);
  create index project_sync_user on project_sync (user_id);
  create index project_sync_due on project_sync (next_check);
  create table managed_row (
    project_id int not null references project on delete cascade,
    noun text not null,
    row_id int not null,
    place text not null,
    primary key (project_id, noun, row_id)
  );`;

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Graphs of templates and approvals, and their runs. */
export class Workflows1764584300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...WORKFLOWS, ...RUNS]) {
      await runner.query(statement);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table workflow_node_run, workflow_run, workflow_node, workflow_version, workflow');
  }
}

const WORKFLOWS = [
  `create table workflow (
     id int primary key generated always as identity,
     project_id int not null references project on delete cascade,
     name text not null,
     description text not null default '',
     edges jsonb not null default '[]'
   )`,
  'create index workflow_project on workflow (project_id)',
  `create table workflow_version (
     workflow_id int not null references workflow on delete cascade,
     number int not null,
     graph jsonb not null,
     user_id int,
     created timestamptz not null default now(),
     primary key (workflow_id, number)
   )`,
  `create table workflow_node (
     id int primary key generated always as identity,
     project_id int not null references project on delete cascade,
     workflow_id int not null references workflow on delete cascade,
     node text not null,
     kind text not null,
     name text not null default '',
     "join" text not null default 'all',
     template_id int references template,
     environment text,
     role text,
     user_ids jsonb not null default '[]',
     four_eyes boolean not null default false,
     reason_required boolean not null default false,
     text text not null default ''
   )`,
  'create unique index workflow_node_workflow on workflow_node (workflow_id, node)',
  'create index workflow_node_project on workflow_node (project_id)',
  'create index workflow_node_template on workflow_node (template_id) where template_id is not null',
];

const RUNS = [
  `create table workflow_run (
     id int primary key generated always as identity,
     project_id int not null references project on delete cascade,
     workflow_id int not null references workflow on delete cascade,
     version int not null,
     status text not null default 'running',
     attempt int not null default 1,
     user_id int,
     retried_by int,
     message text not null default '',
     stopped_by int,
     created timestamptz not null default now(),
     ended timestamptz
   )`,
  'create index workflow_run_workflow on workflow_run (workflow_id, id)',
  'create index workflow_run_project on workflow_run (project_id, id)',
  `create index workflow_run_stopping on workflow_run (id) where status = 'stopping'`,
  'create index workflow_run_ended on workflow_run (ended) where ended is not null',
  `create table workflow_node_run (
     run_id int not null references workflow_run on delete cascade,
     node text not null,
     attempt int not null,
     status text not null default 'pending',
     task_id int,
     issues jsonb not null default '[]',
     started timestamptz,
     ended timestamptz,
     decided_by int,
     reason text not null default '',
     primary key (run_id, node, attempt)
   )`,
  'create unique index workflow_node_run_task on workflow_node_run (task_id) where task_id is not null',
  `create index workflow_node_run_running on workflow_node_run (task_id, run_id) where status = 'running'`,
];

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The HTTP backend: its addresses, the versions of states, and locks. */
export class TerraformStates1764440000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table terraform_alias (
        id int generated always as identity primary key,
        project_id int not null references project on delete cascade,
        inventory_id int not null references inventory on delete cascade,
        alias text not null,
        auth_key_id int not null references access_key
      );
      create unique index terraform_alias_key on terraform_alias (alias);
      create index terraform_alias_inventory on terraform_alias (inventory_id);
      create table terraform_state (
        id int generated always as identity primary key,
        project_id int not null references project on delete cascade,
        inventory_id int not null references inventory on delete cascade,
        task_id int references task on delete set null,
        user_id int references "user" on delete set null,
        serial bigint not null,
        lineage text not null,
        size int not null,
        md5 text not null,
        blob text not null,
        resources text,
        added int,
        changed int,
        removed int,
        current boolean not null default true,
        created timestamptz not null default now()
      );
      create index terraform_state_inventory on terraform_state (inventory_id, id);
      create unique index terraform_state_current on terraform_state (inventory_id) where current;
      create table terraform_lock (
        inventory_id int primary key references inventory on delete cascade,
        lock_id text not null,
        info jsonb not null,
        attempt_id int references attempt on delete cascade,
        alias_id int references terraform_alias on delete set null,
        created timestamptz not null default now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table terraform_lock, terraform_state, terraform_alias');
  }
}

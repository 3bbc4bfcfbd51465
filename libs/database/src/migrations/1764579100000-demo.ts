import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The project that visitors of a demo use, and the visitors. */
export class Demo1764579100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table demo (
        id int primary key default 1 check (id = 1),
        project_id int references project on delete set null,
        next_reset timestamptz not null default now()
      );
      alter table "user" add visitor boolean not null default false;
      create index user_visitor on "user" (id) where visitor;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index user_visitor; alter table "user" drop visitor; drop table demo');
  }
}

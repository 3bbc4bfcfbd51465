import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Views of the template list. */
export class Views1764430000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table view (
        id int generated always as identity primary key,
        project_id int not null references project on delete cascade,
        title text not null,
        position int not null default 0
      );
      create index view_project on view (project_id);
      update template set view_id = null where view_id is not null;
      alter table template add foreign key (view_id) references view on delete set null;
      create index template_view on template (view_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index template_view;
      alter table template drop constraint template_view_id_fkey;
      drop table view;
    `);
  }
}

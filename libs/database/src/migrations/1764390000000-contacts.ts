import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whom to call. */
export class Contacts1764390000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table contact (
        id int generated always as identity primary key,
        project_id int not null references project on delete cascade,
        name text not null,
        phone text not null default '',
        template_id int references template on delete set null
      );
      create index contact_project on contact (project_id);
      create index contact_template on contact (template_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table contact');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds which tasks of other products were imported. */
export class ImportedTasks1764584900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table imported_task (
        project_id int not null references project on delete cascade,
        source text not null,
        source_id bigint not null,
        task_id int not null,
        primary key (project_id, source, source_id)
      )`);
    await runner.query('create unique index imported_task_task on imported_task (task_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table imported_task');
  }
}

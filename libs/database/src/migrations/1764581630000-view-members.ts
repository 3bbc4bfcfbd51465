import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a view is a tab, and by what its templates are sorted. */
export class ViewMembers1764581630000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table view
         add column hidden boolean not null default false,
         add column type text not null default '',
         add column sort_column text not null default '',
         add column sort_reverse boolean not null default false`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table view drop column hidden, drop column type, drop column sort_column, drop column sort_reverse',
    );
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who did what in tables that grow: the id outlives the person, so that one who is deleted costs no scan of them. */
const REFERENCES = [
  { table: 'task', column: 'user_id' },
  { table: 'task', column: 'decided_by' },
  { table: 'task', column: 'stopped_by' },
  { table: 'event', column: 'user_id' },
  { table: 'integration_delivery', column: 'approved_by' },
];

const nameOf = ({ table, column }: (typeof REFERENCES)[number]): string => `${table}_${column}_fkey`;

export class IdsOfPeople1764584200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const each of REFERENCES) {
      await runner.query(`alter table ${each.table} drop constraint ${nameOf(each)}`);
    }
    await runner.query('drop index task_decided_by, task_stopped_by');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const each of REFERENCES) {
      const { table, column } = each;
      await runner.query(`update ${table} set ${column} = null
        where ${column} is not null and not exists (select from "user" where id = ${column})`);
      await runner.query(`alter table ${table} add constraint ${nameOf(each)}
        foreign key (${column}) references "user" on delete set null`);
    }
    await runner.query(`
      create index task_decided_by on task (decided_by) where decided_by is not null;
      create index task_stopped_by on task (stopped_by) where stopped_by is not null`);
  }
}

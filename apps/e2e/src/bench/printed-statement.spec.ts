import { describe, expect, it } from '@jest/globals';
import { printedStatement } from './printed-statement.js';

describe(printedStatement.name, () => {
  it('should name what a statement writes, once each, and no lock', () => {
    const sql = `with target as (select id from task for update skip locked), moved as (update task set status = $1
      from target returning *), again as (update "task" set n = 1), noted as (insert into graphile.task_event (id) select id from moved)
      delete from log where id = 1`;
    expect(printedStatement(sql)).toBe('update task, insert into graphile.task_event, delete from log');
  });

  it('should give the beginning of one that only reads, for a table', () => {
    expect(printedStatement('select a\n  ||  b from task for no key update')).toBe(
      'select a ¦¦ b from task for no key update',
    );
    expect(printedStatement(`select ${'x'.repeat(200)}`)).toHaveLength(80);
  });
});

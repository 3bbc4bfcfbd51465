import { afterEach, describe, expect, it } from '@jest/globals';
import type { MigrationInterface } from 'typeorm';
import { EarlierDatabase } from '../testing/index.js';
import { AuditFilters1764583300000 } from './1764583300000-audit-filters.js';
import { createIndexes } from './create-indexes.js';
import { migrations } from './index.js';
import { LARGE_TABLES, migrationFaults } from '../testing/migration-faults.js';

/** Versions before these were no release that anybody upgrades without a stop. */
const FIRST_CHECKED = 1764583300000;

/** Migrations that take something from the version before, each with the reason; `CHANGELOG.md` names them. */
const CONTRACTS: Readonly<Record<string, string>> = {};

type Migration = new () => MigrationInterface;

const timeOf = ({ name }: Migration): number => Number(/\d{13}$/.exec(name)?.[0]);

let database: EarlierDatabase | null = null;
afterEach(async () => {
  await database?.drop();
  database = null;
});

async function faultsOf(Migration: Migration): Promise<string[]> {
  database = await EarlierDatabase.before(Migration);
  return migrationFaults(database, new Migration());
}

describe('a migration beside the version before', () => {
  const checked = migrations.filter((each) => timeOf(each) >= FIRST_CHECKED && !(each.name in CONTRACTS));

  it.each(checked.map((each) => [each.name, each] as const))(
    'should lock no large table, and take nothing: %s',
    async (_, Migration) => {
      expect(await faultsOf(Migration)).toEqual([]);
    },
  );
});

/** A migration of one statement, in the place of the one of the audit's filters. */
const migrationOf = (sql: string, transaction = true): Migration =>
  ({
    [AuditFilters1764583300000.name]: class implements MigrationInterface {
      transaction = transaction;
      up = (runner: Parameters<MigrationInterface['up']>[0]): Promise<unknown> => runner.query(sql);
      down = (): Promise<void> => Promise.resolve();
    },
  })[AuditFilters1764583300000.name] as Migration;

describe(migrationFaults.name, () => {
  it('should know the large tables by their names', async () => {
    database = await EarlierDatabase.before(AuditFilters1764583300000);
    const found = await database.query<{ name: string }>(
      'select relname as name from pg_class where relname = any($1)',
      [LARGE_TABLES],
    );
    expect(found.map(({ name }) => name).toSorted()).toEqual(LARGE_TABLES.toSorted());
  });

  it.each([
    ['create index task_x on task (message)', 'task is locked for writers (ShareLock)'],
    ['alter table task alter message type varchar(10000)', 'task is rewritten'],
    [`alter table task add note text not null default gen_random_uuid()`, 'task is rewritten'],
    ['alter table task alter started set not null', 'task is read whole under a lock'],
    ['alter table task add check (id > 0)', 'task is read whole under a lock'],
    ['alter table task rename message to note', 'task.message is gone'],
    ['alter table task drop message', 'task.message is gone'],
    ['alter table task add note text not null', 'task.note has to be given by the version before'],
    ['drop table setting', 'setting is gone'],
  ])('should find in %j: %s', async (sql, fault) => {
    expect(await faultsOf(migrationOf(sql))).toContain(fault);
  });

  it.each([
    'alter table task add note text',
    `alter table task add note text not null default ''`,
    'alter table task add check (id > 0) not valid',
    'create table note (id int primary key)',
    'create index setting_value on setting (value)',
  ])('should find nothing in %j', async (sql) => {
    expect(await faultsOf(migrationOf(sql))).toEqual([]);
  });

  it('should want an index of a migration without a transaction to be made concurrently', async () => {
    expect(await faultsOf(migrationOf('create index task_x on task (message)', false))).toEqual([
      'it runs without a transaction, but not concurrently: create index task_x on task (message)',
    ]);
  });
});

describe(createIndexes.name, () => {
  it('should make again what a broken try has left', async () => {
    database = await EarlierDatabase.before(AuditFilters1764583300000);
    await database.insert('setting', { key: 'a', value: 'same' });
    await database.insert('setting', { key: 'b', value: 'same' });
    await expect(database.query('create unique index concurrently audit_action on setting (value)')).rejects.toThrow();
    await database.migrate();
    expect(
      await database.query(
        `select indisvalid as valid, indrelid::regclass::text as of from pg_index where indexrelid = 'audit_action'::regclass`,
      ),
    ).toEqual([{ valid: true, of: 'audit' }]);
  });
});

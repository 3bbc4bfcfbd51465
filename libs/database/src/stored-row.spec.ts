import { describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { columnsOf, rowOf } from './columns.js';
import { AccessKey } from './access-key/access-key.entity.js';
import { Schedule } from './schedule/schedule.entity.js';
import { snakeCase, SnakeCaseNaming } from './snake-case-naming.js';
import { entityOf } from './stored-row.js';

describe('names of columns', () => {
  it.each([
    ['id', 'id'],
    ['projectId', 'project_id'],
    ['maxParallelTasks', 'max_parallel_tasks'],
    ['a1B2', 'a1_b2'],
  ])('should be %s of the member %s', (member, column) => {
    expect(snakeCase(member)).toBe(column);
  });

  it('should be the given ones, and constraints be named as PostgreSQL names them', () => {
    const naming = new SnakeCaseNaming();
    expect([
      naming.columnName('projectId', ''),
      naming.columnName('projectId', 'project'),
      naming.primaryKeyName('task'),
      naming.foreignKeyName('task', ['project_id', 'template_id']),
    ]).toEqual(['project_id', 'project', 'task_pkey', 'task_project_id_template_id_fkey']);
  });
});

describe(rowOf.name, () => {
  it('should be the entity by the names of its columns, in the order of its members', () => {
    const key = Object.assign(new AccessKey(), { id: 3, projectId: 7, name: 'Deploy', vaultReference: null });
    const row = rowOf(AccessKey, key);
    expect(row).toMatchObject({ id: 3, project_id: 7, name: 'Deploy', vault_reference: null });
    expect(Object.keys(row)).toEqual(columnsOf(AccessKey).map(({ name }) => name));
  });

  it('should read the columns of an entity once', () => {
    expect(columnsOf(AccessKey)).toBe(columnsOf(AccessKey));
    expect(columnsOf(AccessKey)).not.toEqual(columnsOf(Schedule));
  });
});

describe(entityOf.name, () => {
  /** The columns of an entity as TypeORM knows them once it is connected. */
  const source = {
    getMetadata: (entity: new () => object) => ({
      columns: columnsOf(entity).map(({ member, name, type }) => ({ propertyName: member, databaseName: name, type })),
    }),
  } as unknown as Pick<DataSource, 'getMetadata'>;

  it('should be the entity of a row that came as JSON: its times are dates again', () => {
    const stored = { id: 5, project_id: 7, name: 'Nightly', next_due: '2026-01-01T04:00:00+00:00', run_at: null };
    const entity = entityOf(source, Schedule, stored);
    expect(entity).toBeInstanceOf(Schedule);
    expect(entity).toMatchObject({ id: 5, projectId: 7, name: 'Nightly', nextDue: new Date('2026-01-01T04:00:00Z') });
    expect([entity.runAt, entity.timezone]).toEqual([null, undefined]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { columnsOf, rowOf } from './columns.js';
import { entities } from './entities.js';
import { Task } from './task/task.entity.js';
import { migratedDatabase, type MigratedDatabase, newProject, newTask, newTemplate } from './testing/index.js';

describe('columns of entities', () => {
  let database: MigratedDatabase;
  beforeAll(async () => {
    database = await migratedDatabase();
  });
  afterAll(() => database.drop());

  it('should be those that the data source has', () => {
    for (const entity of entities) {
      const known = database.dataSource.getMetadata(entity).columns;
      const ours = columnsOf<object>(entity).map(({ member, name }) => [member, name]);
      expect(ours).toEqual(known.map(({ propertyName, databaseName }) => [propertyName, databaseName]));
    }
  });

  it('should make of an entity the row that the driver answers', async () => {
    const { dataSource } = database;
    const template = await newTemplate(dataSource, { projectId: (await newProject(dataSource)).id });
    const task = await newTask(dataSource, template, { message: 'm', params: { debug: true } });
    expect(await dataSource.query('select * from task where id = $1', [task.id])).toEqual([rowOf(Task, task)]);
  });
});

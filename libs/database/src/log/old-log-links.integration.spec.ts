import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  migratedDatabase,
  newProject,
  newTask,
  newTemplate,
  newUser,
  type MigratedDatabase,
} from '../testing/index.js';
import { LogLink } from './log-link.entity.js';
import { deleteOldLogLinks } from './old-log-links.js';

const HOUR_MS = 3_600_000;

describe(deleteOldLogLinks.name, () => {
  let database: MigratedDatabase;
  beforeAll(async () => {
    database = await migratedDatabase();
  });
  afterAll(() => database.drop());

  it('should remove expired links only', async () => {
    const { dataSource } = database;
    const { id: projectId } = await newProject(dataSource);
    const { id: taskId } = await newTask(dataSource, await newTemplate(dataSource, { projectId }));
    const { id: createdBy } = await newUser(dataSource);
    const of = { taskId, projectId, createdBy };
    const links = dataSource.getRepository(LogLink);
    await links.insert([
      { ...of, tokenHash: 'expired', expires: new Date(Date.now() - HOUR_MS) },
      { ...of, tokenHash: 'live', expires: new Date(Date.now() + HOUR_MS) },
    ]);
    expect(await deleteOldLogLinks(dataSource)).toBe(1);
    expect((await links.find()).map(({ tokenHash }) => tokenHash)).toEqual(['live']);
  });
});

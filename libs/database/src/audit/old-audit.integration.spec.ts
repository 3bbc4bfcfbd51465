import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migratedDatabase, type MigratedDatabase } from '../testing/index.js';
import { Audit } from './audit.entity.js';
import { deleteOldAudit } from './old-audit.js';

const DAY_MS = 86_400_000;

describe(deleteOldAudit.name, () => {
  let database: MigratedDatabase;
  beforeAll(async () => {
    database = await migratedDatabase();
  });
  afterAll(() => database.drop());

  it('should remove what is older than so many days, and nothing when they are 0', async () => {
    const records = database.dataSource.getRepository(Audit);
    await records.insert([
      { action: 'old', at: new Date(Date.now() - 11 * DAY_MS) },
      { action: 'young', at: new Date(Date.now() - 9 * DAY_MS) },
    ]);
    expect(await deleteOldAudit(database.dataSource, 0)).toBe(0);
    expect(await deleteOldAudit(database.dataSource, 10)).toBe(1);
    expect((await records.find()).map(({ action }) => action)).toEqual(['young']);
  });
});

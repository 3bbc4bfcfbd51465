import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migratedDatabase, newUser, type MigratedDatabase } from '../testing/index.js';
import { deleteOldSessions } from './old-sessions.js';
import { Session } from './session.entity.js';

const DAY_MS = 86_400_000;

describe(deleteOldSessions.name, () => {
  let database: MigratedDatabase;
  beforeAll(async () => {
    database = await migratedDatabase();
  });
  afterAll(() => database.drop());

  it('should remove ended and idle sessions only', async () => {
    const sessions = database.dataSource.getRepository(Session);
    const { id: userId } = await newUser(database.dataSource);
    await sessions.insert([
      { id: 'used', userId, lastActive: new Date(Date.now() - 6 * DAY_MS) },
      { id: 'idle', userId, lastActive: new Date(Date.now() - 8 * DAY_MS) },
      { id: 'ended', userId, expired: true },
    ]);
    expect(await deleteOldSessions(database.dataSource, 7)).toBe(2);
    expect((await sessions.find()).map((session) => session.id)).toEqual(['used']);
  });
});

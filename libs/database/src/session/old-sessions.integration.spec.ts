import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migratedDatabase, newUser, type MigratedDatabase } from '../testing/index.js';
import { deleteOldSessions, deleteOldSignInLimits } from './old-sessions.js';
import { Session } from './session.entity.js';
import { SignInLimit } from './sign-in-limit.entity.js';

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
      { id: 'waits', userId, verified: false },
      { id: 'given up', userId: null, verified: false, created: new Date(Date.now() - DAY_MS) },
    ]);
    expect(await deleteOldSessions(database.dataSource, 7)).toBe(3);
    expect((await sessions.find()).map((session) => session.id).sort()).toEqual(['used', 'waits']);
  });
});

describe(deleteOldSignInLimits.name, () => {
  it('should keep what still limits', async () => {
    const database = await migratedDatabase();
    const limits = database.dataSource.getRepository(SignInLimit);
    const inMs = (ms: number): Date => new Date(Date.now() + ms);
    await limits.insert([
      { key: 'over', until: inMs(-DAY_MS) },
      { key: 'limits', until: inMs(DAY_MS) },
    ]);
    expect(await deleteOldSignInLimits(database.dataSource)).toBe(1);
    expect((await limits.find()).map(({ key }) => key)).toEqual(['limits']);
    await database.drop();
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { BusChannel } from '@switchyard/contracts';
import { migratedDatabase, newRunner, type MigratedDatabase } from '@switchyard/database/testing';
import { createBus, type MessageBus } from '@switchyard/server';
import { eventually } from '@switchyard/testing';
import { keptLog, startDispatcher } from '../testing/dispatcher-under-test.js';

describe('a dispatcher', () => {
  let database: MigratedDatabase;
  let dispatcher: INestApplicationContext;
  let bus: MessageBus;

  beforeAll(async () => {
    database = await migratedDatabase();
    bus = createBus({ databaseUrl: database.url, logger: keptLog().logger });
    await bus.ready;
  });
  afterAll(async () => {
    await dispatcher.close();
    await bus.close();
    await database.drop();
  });

  it('should announce a runner that went offline, and not one that is online', async () => {
    const silent = await newRunner(database.dataSource, { touched: new Date(Date.now() - 30_000) });
    await newRunner(database.dataSource);
    const received: string[] = [];
    bus.subscribe(BusChannel.fleet, (payload) => received.push(payload));
    dispatcher = await startDispatcher({ SWITCHYARD_DATABASE_URL: database.url });
    await eventually(() => expect(received).toEqual([String(silent.id)]));
  });
});

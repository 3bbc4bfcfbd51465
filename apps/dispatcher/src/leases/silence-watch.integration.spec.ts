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

  it('should tell of a runner that is not heard any more, and not of one that is', async () => {
    const silent = await newRunner(database.dataSource, { touched: new Date(Date.now() - 30_000) });
    await newRunner(database.dataSource);
    const told: string[] = [];
    bus.subscribe(BusChannel.fleet, (payload) => told.push(payload));
    dispatcher = await startDispatcher({ SWITCHYARD_DATABASE_URL: database.url });
    await eventually(() => expect(told).toEqual([String(silent.id)]));
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { BusChannel } from '@switchyard/contracts';
import { Schedule, Task } from '@switchyard/database';
import {
  migratedDatabase,
  newProject,
  newSchedule,
  newTemplate,
  type MigratedDatabase,
} from '@switchyard/database/testing';
import { createBus, type MessageBus } from '@switchyard/server';
import { eventually } from '@switchyard/testing';
import { keptLog, startDispatcher } from '../testing/dispatcher-under-test.js';

describe('two dispatchers', () => {
  let database: MigratedDatabase;
  let dispatchers: INestApplicationContext[];
  let bus: MessageBus;

  beforeAll(async () => {
    database = await migratedDatabase();
    bus = createBus({ databaseUrl: database.url, logger: keptLog().logger });
    await bus.ready;
    const settings = { SWITCHYARD_DATABASE_URL: database.url };
    dispatchers = [await startDispatcher(settings), await startDispatcher(settings)];
  });
  afterAll(async () => {
    await Promise.all(dispatchers.map((each) => each.close()));
    await bus.close();
    await database.drop();
  });

  it('should wake for a schedule that changed, sleep until its time, and start one task', async () => {
    const { dataSource } = database;
    const { id: projectId } = await newProject(dataSource);
    const soon = new Date(Date.now() + 1_500);
    const on = await newTemplate(dataSource, { projectId });
    const due = await Promise.all(Array.from({ length: 20 }, () => newSchedule(dataSource, on, { nextDue: soon })));
    bus.publish(BusChannel.schedule, '');
    await eventually(async () => {
      const waiting = await dataSource.manager.findBy(Schedule, { nextDue: soon });
      expect(waiting).toEqual([]);
    });
    const tasks = await dataSource.manager.findBy(Task, { projectId });
    expect(tasks.map(({ scheduleId }) => scheduleId).sort()).toEqual(due.map(({ id }) => id).sort());
    expect(tasks.every(({ created }) => created >= soon)).toBe(true);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TaskStatus } from '@switchyard/contracts';
import type { Template } from '@switchyard/database';
import { newTask, newUser } from '@switchyard/database/testing';
import { eventually } from '@switchyard/testing';
import { closeTask } from '../life-cycle/close-task.js';
import { EngineFixture } from '../testing/engine-fixture.js';
import { DayCounter, deleteOldDays } from './count-days.js';

describe(DayCounter.name, () => {
  let fixture: EngineFixture;
  let template: Template;
  let userId: number;

  beforeAll(async () => {
    fixture = await EngineFixture.open();
    template = await fixture.template();
    userId = (await newUser(fixture.source)).id;
  });
  afterAll(() => fixture.drop());

  async function end(starter: number | null, from: TaskStatus = 'waiting'): Promise<void> {
    const started = new Date(Date.now() - 60_000);
    const { id: taskId } = await newTask(fixture.source, template, { userId: starter, status: from, started });
    const stop = { attemptNumber: 0, to: 'stopped', outcome: 'forced', end: null } as const;
    await closeTask(fixture.source.manager, { ...stop, taskId, from });
  }

  const counts = () =>
    fixture.source.query<{ template_id: number; user_id: number; tasks: number; ran: number; seconds: string }[]>(
      'select template_id, user_id, status, tasks, ran, seconds from task_day order by template_id, user_id',
    );

  it('should count each ended task once, for project, template and person, however many count at once', async () => {
    await end(userId);
    await end(null);
    const counters = [1, 2, 3].map(() => new DayCounter(fixture.engine));
    const count = () => Promise.all(counters.map((counter) => counter.run()));
    await count();
    await end(userId);
    const of = (template_id: number, user_id: number, tasks: number) =>
      expect.objectContaining({ template_id, user_id, status: 'stopped', tasks, ran: tasks });
    const expected = [of(0, 0, 3), of(0, userId, 2), of(template.id, 0, 3), of(template.id, userId, 2)];
    // Open transactions of other specs on the same server delay what is settled.
    await eventually(async () => {
      await count();
      expect(await counts()).toEqual(expected);
    });
    await count();
    expect(await counts()).toEqual(expected);
    expect(Number((await counts())[0]?.seconds)).toBeGreaterThanOrEqual(180);
  });

  it('should keep the counts when the tasks are deleted, and forget what no range shows', async () => {
    await fixture.source.query('delete from task');
    await deleteOldDays(fixture.engine);
    expect(await counts()).toHaveLength(4);
    await fixture.source.query('update task_day set day = day - 401 where template_id = 0');
    await deleteOldDays(fixture.engine);
    expect(await counts()).toHaveLength(2);
  });
});

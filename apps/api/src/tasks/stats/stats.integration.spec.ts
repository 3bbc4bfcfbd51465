import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TaskDay } from '@switchyard/database';
import { newTemplate } from '@switchyard/database/testing';
import { startProjectFixture, type ProjectFixture } from '../../testing/project-fixture.js';

const NONE = { success: 0, error: 0, stopped: 0, rejected: 0, canceled: 0 };
let test: ProjectFixture;
let templateId: number;
const today = new Date();
const day = (ago: number): string => new Date(today.getTime() - ago * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  test = await startProjectFixture();
  const { projectId } = test;
  templateId = (await newTemplate(test.dataSource, { projectId })).id;
  const row = { projectId, templateId: 0, userId: 0, ran: 2, seconds: '60' };
  await test.dataSource.manager.insert(TaskDay, [
    { ...row, day: day(2), status: 'success', tasks: 3 },
    { ...row, day: day(2), status: 'error', tasks: 1, ran: 0, seconds: '0' },
    { ...row, day: day(0), status: 'canceled', tasks: 1, ran: 0, seconds: '0' },
    { ...row, day: day(20), status: 'success', tasks: 9 },
    { ...row, templateId, day: day(2), status: 'success', tasks: 2 },
    { ...row, userId: 7, day: day(2), status: 'success', tasks: 1 },
  ]);
});
afterAll(() => test.close());

const read = async (query: string, path = 'stats'): Promise<unknown> =>
  (await test.manager.get(`${test.base}/${path}${query}`)).json();

describe('GET /stats', () => {
  it('should answer the days in which tasks ended, oldest first, with the statuses that occurred', async () => {
    expect(await read(`?start=${day(7)}`)).toEqual([
      { date: day(2), count_by_status: { ...NONE, success: 3, error: 1 }, avg_duration: 30 },
      { date: day(0), count_by_status: { ...NONE, canceled: 1 }, avg_duration: 0 },
    ]);
    expect(await read('')).toHaveLength(3);
  });

  it('should keep a range, a person and a template', async () => {
    expect(await read(`?start=${day(30)}&end=${day(2)}`)).toHaveLength(1);
    const one = [{ date: day(2), count_by_status: { ...NONE, success: 1 }, avg_duration: 30 }];
    expect([await read('?user_id=7'), await read('?user_id=8')]).toEqual([one, []]);
    const two = [{ date: day(2), count_by_status: { ...NONE, success: 2 }, avg_duration: 30 }];
    expect(await read('', `templates/${templateId}/stats`)).toEqual(two);
  });

  it.each(['start=yesterday', 'start=2026-02-30', 'end=1', 'user_id=x', 'user_id=0'])(
    'should answer 400 to %s and name the parameter',
    async (query) => {
      const answer = await test.manager.get(`${test.base}/stats?${query}`);
      expect(answer.status).toBe(400);
      expect(answer.json<{ error: string }>().error).toContain(query.split('=')[0]);
    },
  );

  it('should answer 404 to the template of another project', async () => {
    const answer = await test.manager.get(`${test.base}/templates/${test.foreign.templateId}/stats`);
    expect(answer.status).toBe(404);
  });
});

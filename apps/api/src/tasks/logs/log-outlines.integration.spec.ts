import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type LogOutline, MAX_OUTLINE_GROUPS } from '@switchyard/contracts';
import { newTask, newTemplate } from '@switchyard/database/testing';
import { type ProjectFixture, startProjectFixture } from '../../testing/project-fixture.js';
import { storeLog } from '../../testing/stored-log.js';

describe('the outline of a log', () => {
  let test: ProjectFixture;
  beforeAll(async () => {
    test = await startProjectFixture();
  });
  afterAll(() => test.close());

  const outlineOf = async (chunks: string[][]): Promise<(after: number) => Promise<LogOutline>> => {
    const task = await newTask(test.dataSource, await newTemplate(test.dataSource, { projectId: test.projectId }));
    await storeLog(test.dataSource, task, chunks);
    return async (after) =>
      (await test.manager.get(`${test.base}/tasks/${task.id}/outline?after=${after}`)).json<LogOutline>();
  };

  it('should have headings and failures of all chunks, from a line on', async () => {
    const read = await outlineOf([
      ['PLAY [All] ****', 'TASK [Copy] ****', 'ok: [a]'],
      ['nothing here', 'more of it'],
      ['fatal: [b]: FAILED! => {}', 'TASK [Reload] ****', 'changed: [a]'],
    ]);
    const whole = await read(0);
    expect(whole).toMatchObject({
      groups: [
        { line: 0, kind: 'play' },
        { line: 1, counts: { ok: 1, failed: 1 } },
        { line: 6, time: expect.any(Number) },
      ],
      failures: [{ line: 5, host: 'b', task: 'Copy', unreachable: false }],
      next: 8,
    });
    expect(await read(6)).toMatchObject({ groups: [{ line: 6, name: 'Reload' }], failures: [], next: 8 });
    expect(await read(99)).toEqual({ groups: [], failures: [], next: 99 });
  });

  it('should end an answer that is full, and go on behind it', async () => {
    const chunk = Array.from({ length: MAX_OUTLINE_GROUPS }, (_, i) => `TASK [${i}] ****`);
    const read = await outlineOf([chunk, chunk]);
    const { groups, next } = await read(0);
    expect([groups.length, next]).toEqual([MAX_OUTLINE_GROUPS, MAX_OUTLINE_GROUPS]);
    expect((await read(next)).groups[0]).toMatchObject({ line: next, name: '0' });
  });
});

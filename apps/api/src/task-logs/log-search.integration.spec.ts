import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LogSearchResult } from '@switchyard/contracts';
import { newTask, newTemplate } from '@switchyard/database/testing';
import { eventually } from '@switchyard/testing';
import type { Answer } from '../testing/client.js';
import { type ProjectFixture, startProjectFixture } from '../testing/project-fixture.js';
import { storeLog } from '../testing/stored-log.js';

/** Takes RE2 hundreds of steps a character, and minutes on a few such lines. */
const VICIOUS = '(a?){499}b';

describe('search in a log', () => {
  let test: ProjectFixture;
  let plain: string;
  let wide: string;

  const taskWith = async (chunks: string[][]): Promise<string> => {
    const task = await newTask(test.dataSource, await newTemplate(test.dataSource, { projectId: test.projectId }));
    await storeLog(test.dataSource, task, chunks);
    return `${test.base}/tasks/${task.id}/search`;
  };
  const search = (url: string, query: Record<string, string>): Promise<Answer> =>
    test.manager.get(`${url}?${new URLSearchParams(query).toString()}`);

  beforeAll(async () => {
    test = await startProjectFixture();
    const chunks = Array.from({ length: 100 }, (_, i) => [`\u001b[31mFATAL\u001b[0m: host ${i}`, 'ok', 'changed: [a]']);
    plain = await taskWith(chunks);
    wide = await taskWith([['a'.repeat(900_000)], ['a'.repeat(900_000)]]);
  });
  afterAll(() => test.close());

  it('should find literals and expressions from a line on', async () => {
    const all = { count: 100, truncated: false, next: null };
    expect((await search(plain, { q: 'fatal: HOST' })).json()).toMatchObject({ ...all, count: 100 });
    expect((await search(plain, { q: 'fatal', case: 'true' })).json()).toMatchObject({ count: 0 });
    const found = await search(plain, { q: '^FATAL: host \\d7$', regex: 'true', case: 'true', after: '150' });
    expect(found.json()).toEqual({ count: 5, lines: [171, 201, 231, 261, 291], truncated: false, next: null });
  });

  it('should find the lines without a match', async () => {
    const found = await search(plain, { q: '^(ok|changed)', regex: 'true', invert: 'true', after: '290' });
    expect(found.json()).toEqual({ count: 3, lines: [291, 294, 297], truncated: false, next: null });
  });

  it('should refuse an expression that is none or too large', async () => {
    const answers = await Promise.all(
      ['(', '((a{1,500}){1,500})', '(x{1,50}){1,19}((y{1,50}){1,19})'].map((q) => search(plain, { q, regex: 'true' })),
    );
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(answers[2]?.text).toContain('too large');
  });

  it('should answer others while an expression takes all of a thread, and end it within a line', async () => {
    const vicious = search(wide, { q: VICIOUS, regex: 'true' });
    let answered = 0;
    const others = (async () => {
      for (let i = 0; i < 50; i++) {
        answered += (await test.manager.get(`${test.base}/tasks`)).status === 200 ? 1 : 0;
      }
    })();
    const first = await Promise.race([vicious.then(() => 'vicious'), others.then(() => 'others')]);
    expect([first, answered]).toEqual(['others', 50]);
    const { status, text } = await vicious;
    expect([status, text]).toEqual([422, expect.stringContaining('one line')]);
    await eventually(async () =>
      expect((await search(plain, { q: 'changed' })).json<LogSearchResult>().count).toBe(100),
    );
  });
});

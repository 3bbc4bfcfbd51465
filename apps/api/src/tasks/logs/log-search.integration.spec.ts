import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type LogSearchResult, MAX_SEARCHED_TASKS, type TemplateLogMatches } from '@switchyard/contracts';
import { newTask, newTemplate } from '@switchyard/database/testing';
import { eventually } from '@switchyard/testing';
import type { Answer } from '../../testing/client.js';
import { type ProjectFixture, startProjectFixture } from '../../testing/project-fixture.js';
import { storeLog } from '../../testing/stored-log.js';

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

  it('should end with the page that holds the first lines when these are wanted, and go on from there', async () => {
    const first = (await search(plain, { q: 'host 4', first: 'true' })).json<LogSearchResult>();
    expect(first).toEqual({ count: 1, lines: [12], truncated: true, next: 96 });
    const rest = (await search(plain, { q: 'host 4', after: '96' })).json();
    expect(rest).toMatchObject({ count: 10, next: null });
    const final = await search(plain, { q: 'host 99', first: 'true' });
    expect(final.json()).toEqual({ count: 1, lines: [297], truncated: false, next: null });
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

describe('search in the logs of a template', () => {
  let test: ProjectFixture;
  beforeAll(async () => {
    test = await startProjectFixture();
  });
  afterAll(() => test.close());

  it('should name the tasks whose logs match, newest first, and go on below one', async () => {
    const { dataSource, projectId } = test;
    const template = await newTemplate(dataSource, { projectId });
    const tasks = [];
    for (const word of ['timeout', 'fine', 'timeout', 'timeout']) {
      const task = await newTask(dataSource, template, { status: 'error' });
      await storeLog(dataSource, task, [['queue'], [`\u001b[31m${word}\u001b[0m of db-1`, `${word} of db-2`]]);
      tasks.push(task);
    }
    const [first, , third, fourth] = tasks;
    const url = `${test.base}/templates/${template.id}/logs/search`;
    const match = ({ id = 0 } = {}) =>
      expect.objectContaining({ task_id: id, status: 'error', count: 2, line: 1, text: 'timeout of db-1' });
    const all = await test.manager.get(`${url}?q=TIMEOUT`);
    expect(all.json()).toEqual({ tasks: [match(fourth), match(third), match(first)], searched: 4, next: null });
    const older = await test.manager.get(`${url}?q=time.ut&regex=true&case=true&before=${third?.id}`);
    expect(older.json()).toEqual({ tasks: [match(first)], searched: 2, next: null });
    expect((await test.manager.get(`${url}?q=(&regex=true`)).status).toBe(400);
  });

  it('should read no more logs at a time than it may, and name where it stopped', async () => {
    const { dataSource, projectId } = test;
    const template = await newTemplate(dataSource, { projectId });
    for (let i = 0; i < MAX_SEARCHED_TASKS + 1; i++) {
      await newTask(dataSource, template, { status: 'success' });
    }
    const url = `${test.base}/templates/${template.id}/logs/search?q=x`;
    const part = (await test.manager.get(url)).json<TemplateLogMatches>();
    expect(part).toMatchObject({ tasks: [], searched: MAX_SEARCHED_TASKS, next: expect.any(Number) });
    expect((await test.manager.get(`${url}&before=${part.next}`)).json()).toMatchObject({ searched: 1, next: null });
  });

  it('should be nothing for a template of another project', async () => {
    expect((await test.manager.get(`${test.base}/templates/${test.foreign.templateId}/logs/search?q=x`)).status).toBe(
      404,
    );
  });
});

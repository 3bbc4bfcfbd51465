import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LogLines, TaskOutput, TaskWithTemplate } from '@switchyard/contracts';
import type { Task } from '@switchyard/database';
import { newTask, newTemplate } from '@switchyard/database/testing';
import { MAX_ANSWER_BYTES } from '../../platform/bounds.js';
import { type ProjectFixture, startProjectFixture } from '../../testing/project-fixture.js';
import { storeLog } from '../../testing/stored-log.js';

const LINES = 200;
const text = (line: number): string => `${line} `.padEnd(60_000, 'x');

describe('bytes of an answer', () => {
  let test: ProjectFixture;
  let task: Task;
  let url: string;

  beforeAll(async () => {
    test = await startProjectFixture();
    const template = await newTemplate(test.dataSource, { projectId: test.projectId });
    task = await newTask(test.dataSource, template);
    const chunks = Array.from({ length: LINES / 10 }, (_, i) => Array.from({ length: 10 }, (_, j) => text(i * 10 + j)));
    await storeLog(test.dataSource, task, chunks);
    url = `${test.base}/tasks/${task.id}`;
  });
  afterAll(() => test.close());

  const lines = async (query: string): Promise<LogLines> => {
    const answer = await test.manager.get(`${url}/lines?${query}`);
    expect(answer.text.length).toBeLessThanOrEqual(MAX_ANSWER_BYTES + 1_000);
    return answer.json<LogLines>();
  };

  it('should end an answer of lines in time and go on where it ended', async () => {
    const seen: string[] = [];
    for (let next = 0, total = 1; next < total;) {
      const answer = await lines(`after=${next}&limit=5000`);
      expect(answer.next).toBe(next + answer.lines.length);
      seen.push(...answer.lines);
      ({ next, total } = answer);
    }
    expect(seen.map((line) => Number.parseInt(line, 10))).toEqual(Array.from({ length: LINES }, (_, i) => i));
  });

  it('should answer the very last lines when the requested last ones are too many', async () => {
    const { first, next, lines: last } = await lines('tail=5000');
    expect([next, last.at(-1), last[0]]).toEqual([LINES, text(LINES - 1), text(first)]);
    expect(last.length).toBeGreaterThan(60);
    expect((await lines('tail=3')).lines).toEqual([text(197), text(198), text(199)]);
  });

  it('should count bytes as they are sent, and send one line however long', async () => {
    const other = await newTask(test.dataSource, await newTemplate(test.dataSource, { projectId: test.projectId }));
    const escaped = '\u0001'.repeat(900_000);
    await storeLog(test.dataSource, other, [[escaped], [escaped]]);
    const answer = await test.manager.get(`${test.base}/tasks/${other.id}/lines?limit=10`);
    expect(answer.json<LogLines>()).toMatchObject({ first: 0, next: 1, total: 2, lines: [escaped] });
  });

  it('should stream records whole, all of them or a range', async () => {
    const output = async (query: string): Promise<TaskOutput[]> =>
      (await test.manager.get(`${url}/output${query}`)).json<TaskOutput[]>();
    expect((await output('')).map(({ id }) => id)).toEqual(Array.from({ length: LINES }, (_, i) => i + 1));
    expect((await output('?after=7&limit=120')).map(({ id }) => id)).toEqual(
      Array.from({ length: 120 }, (_, i) => i + 8),
    );
    expect(await output('?after=200')).toEqual([]);
    expect((await test.manager.get(`${url}/raw_output`)).text.split('\n')).toHaveLength(LINES + 1);
  });

  it('should answer the raw log with the colours of the tool to those who ask for them', async () => {
    const other = await newTask(test.dataSource, await newTemplate(test.dataSource, { projectId: test.projectId }));
    await storeLog(test.dataSource, other, [['\u001b[31mfatal\u001b[0m']]);
    const raw = async (query: string): Promise<string> =>
      (await test.manager.get(`${test.base}/tasks/${other.id}/raw_output${query}`)).text;
    expect([await raw(''), await raw('?colours=true')]).toEqual(['fatal\n', '\u001b[31mfatal\u001b[0m\n']);
  });

  it('should list tasks without the long texts of each', async () => {
    const template = await newTemplate(test.dataSource, { projectId: test.projectId });
    const environment = JSON.stringify({ text: 'x'.repeat(1_000_000) });
    const long = await newTask(test.dataSource, template, { environment, arguments: environment });
    const short = await newTask(test.dataSource, template, { environment: '{"a":"b"}' });
    const list = async (query: string): Promise<TaskWithTemplate[]> =>
      (await test.manager.get(`${test.base}/tasks${query}`)).json<TaskWithTemplate[]>();
    const seen = new Map((await list('')).map((row) => [row.id, row]));
    expect(seen.get(long.id)).toMatchObject({ environment: '', arguments: null });
    expect(seen.get(short.id)).toMatchObject({ environment: '{"a":"b"}' });
    expect((await test.manager.get(`${test.base}/tasks/${long.id}`)).json<TaskWithTemplate>().environment).toBe(
      environment,
    );
  });

  it('should end a list of tasks in time and go on where it ended', async () => {
    const template = await newTemplate(test.dataSource, { projectId: test.projectId });
    const message = 'x'.repeat(MAX_ANSWER_BYTES / 4);
    const made: number[] = [];
    for (let i = 0; i < 6; i++) {
      made.unshift((await newTask(test.dataSource, template, { message })).id);
    }
    const seen: number[] = [];
    for (let before = ''; seen.length < made.length; before = `?before=${seen.at(-1)}`) {
      const answer = await test.manager.get(`${test.base}/templates/${template.id}/tasks${before}`);
      expect(answer.text.length).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
      const page = answer.json<TaskWithTemplate[]>().map(({ id }) => id);
      expect(page).not.toEqual([]);
      seen.push(...page);
    }
    expect(seen).toEqual(made);
  });
});

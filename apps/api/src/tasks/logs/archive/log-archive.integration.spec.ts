import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LogArchiveCheck, LogArchiveFacts, LogLines, TemplateLogMatches } from '@switchyard/contracts';
import type { Task } from '@switchyard/database';
import { newTask, newTemplate } from '@switchyard/database/testing';
import { archiveLogs, type Engine } from '@switchyard/engine';
import { startBucketServer, type TestBucketServer } from '@switchyard/testing';
import { ENGINE } from '../../../platform/infrastructure/tokens.js';
import { type ProjectFixture, startProjectFixture } from '../../../testing/project-fixture.js';
import { storeLog } from '../../../testing/stored-log.js';
import { linesOf } from '../chunk-lines.js';
import { LogChunks } from '../log-chunks.js';
import { LogReader } from '../log-reader.js';

/** Chunks of a log, of two lines each; about 13 of them are a segment. */
const CHUNKS = 40;
const TOTAL = 2 * CHUNKS;
const HOURS = 1;
/** From line, to line, bytes. */
const RANGES = [
  [0, TOTAL, 1],
  [10, TOTAL, 700_000],
  [11, 60, 1_000_000],
  [30, 44, 4_000_000],
  [TOTAL - 3, TOTAL, 100],
] as const;

describe.each(['the database', 'a bucket'])('archived logs in %s', (place) => {
  let bucket: TestBucketServer | undefined;
  let test: ProjectFixture;
  let engine: Engine;

  beforeAll(async () => {
    bucket = place === 'a bucket' ? await startBucketServer() : undefined;
    test = await startProjectFixture(bucket ? { SWITCHYARD_BLOB_URL: bucket.url } : {});
    engine = test.app.get<Engine>(ENGINE);
  });
  afterAll(async () => {
    await test.close();
    await bucket?.remove();
  });

  /** An ended task, whose log has a phase and a heading that were written behind its beginning. */
  async function endedTask(): Promise<Task> {
    const template = await newTemplate(test.dataSource, { projectId: test.projectId });
    const ended = new Date(Date.now() - 3 * 3_600_000);
    const task = await newTask(test.dataSource, template, { status: 'success', ended });
    const chunks = Array.from({ length: CHUNKS }, (_, i) => [
      i === 20 ? 'TASK [Copy] ****' : `\u001b[31m${i}`,
      randomBytes(20_000).toString('hex'),
    ]);
    await storeLog(test.dataSource, task, [...chunks.slice(0, 5), ['run', '{}'], ...chunks.slice(6)]);
    await test.dataSource.query('update log_chunk set kind = 2 where task_id = $1 and first_line = 10', [task.id]);
    return task;
  }

  /** Everything that reads the log. */
  async function readAll({ id, templateId }: Task): Promise<string[]> {
    const log = `${test.base}/tasks/${id}`;
    const answers = [];
    for (const path of [
      'lines?after=0&limit=5000',
      'lines?after=25&limit=5',
      'lines?after=33&limit=40',
      'lines?tail=3',
      'lines?tail=70',
      'output',
      'output?after=29&limit=31',
      'raw_output',
      'raw_output?colours=true',
      'sections',
      'outline?after=3',
      'search?q=3',
      'search?q=%5E.%7B1%2C9%7D%24&regex=true&after=30',
    ]) {
      const { status, text } = await test.manager.get(`${log}/${path}`);
      expect([path, status]).toEqual([path, 200]);
      answers.push(text);
    }
    for (const order of ['asc', 'desc'] as const) {
      for (const [from, end, maxBytes] of RANGES) {
        for (const maxChunks of [undefined, 3]) {
          const extent = await test.app.get(LogReader).extent(id);
          const range = { from, end, maxBytes, order, ...(maxChunks && { maxChunks }) };
          const chunks = await test.app.get(LogChunks).read(id, extent, range);
          answers.push(chunks.map(({ first_line }) => first_line).join());
        }
      }
    }
    answers.push((await test.manager.get(`${test.base}/templates/${templateId}/logs/search?q=ab`)).text);
    return answers;
  }

  const rows = async (table: string, { id }: Task): Promise<number> =>
    (await test.dataSource.query<unknown[]>(`select from ${table} where task_id = $1`, [id])).length;
  const archiveAll = (): Promise<unknown> => archiveLogs(engine, HOURS);
  /** Archives so many segments, and is then interrupted. */
  async function archiveSome(count: number): Promise<void> {
    let puts = 0;
    const put: Engine['blobs']['put'] = (prefix, content) =>
      ++puts > count ? Promise.reject(new Error('interrupted')) : engine.blobs.put(prefix, content);
    const blobs: Engine['blobs'] = Object.assign(Object.create(engine.blobs), { put, delete: () => Promise.resolve() });
    const some = { ...engine, blobs };
    await expect(archiveLogs(some, HOURS)).rejects.toThrow('archiving logs');
  }
  const archiveOf = async ({ id }: Task): Promise<LogArchiveFacts> =>
    (await test.manager.get(`${test.base}/tasks/${id}/log_archive`)).json<LogArchiveFacts>();
  const checkOf = async ({ id }: Task, after = 0): Promise<LogArchiveCheck> =>
    (await test.manager.get(`${test.base}/tasks/${id}/log_archive/check?after=${after}`)).json<LogArchiveCheck>();

  it('should be read as before, in part and as a whole, by everything that reads logs', async () => {
    const task = await endedTask();
    const before = await readAll(task);
    expect(await archiveOf(task)).toEqual({ lines: 0, segments: 0, bytes: 0, archived: null });
    await archiveSome(1);
    expect([await rows('log_segment', task), (await rows('log_chunk', task)) > 0]).toEqual([1, true]);
    expect(await readAll(task)).toEqual(before);
    await archiveAll();
    const segments = await rows('log_segment', task);
    expect([segments > 2, await rows('log_chunk', task)]).toEqual([true, 0]);
    expect(await readAll(task)).toEqual(before);
    expect(await archiveOf(task)).toMatchObject({ lines: TOTAL, segments, archived: expect.any(String) });
    expect(await checkOf(task)).toEqual({ intact: segments, lost: [], next: null });
    expect(await checkOf(task, TOTAL - 1)).toMatchObject({ intact: 1 });
  });

  it('should be read to the end by those who began before', async () => {
    const task = await endedTask();
    const reader = test.app.get(LogReader);
    const whole = await reader.range(task.id, { first: 0, limit: TOTAL });
    const extent = await reader.extent(task.id);
    const pages = reader.pages(task.id, extent);
    const seen = [await pages.next()].flatMap(({ value }) => (value ? value.flatMap(linesOf) : []));
    await archiveAll();
    for await (const page of pages) {
      seen.push(...page.flatMap(linesOf));
    }
    expect(seen).toEqual(whole.lines);
    expect(await reader.range(task.id, { first: 7, limit: 40, extent })).toEqual({
      ...(await reader.range(task.id, { first: 7, limit: 40 })),
    });
  });

  it('should fetch only the segments of a range, those that are read again once, and the same for many at once', async () => {
    const task = await endedTask();
    await archiveAll();
    const fetched: string[] = [];
    const get = engine.blobs.get.bind(engine.blobs);
    engine.blobs.get = (key) => {
      fetched.push(key);
      return get(key);
    };
    const url = `${test.base}/tasks/${task.id}/lines`;
    await Promise.all([1, 2, 3].map((first) => test.app.get(LogReader).range(task.id, { first, limit: 2 })));
    await test.manager.get(`${url}?after=0&limit=3`);
    expect(fetched.length).toBe(1);
    await test.manager.get(`${url}?tail=2`);
    expect(new Set(fetched).size).toBe(2);
    engine.blobs.get = get;
  });

  it('should show lines that are lost as such, with an error that is logged, and all others', async () => {
    const task = await endedTask();
    const log = `${test.base}/tasks/${task.id}`;
    const { lines: before } = await test.app.get(LogReader).range(task.id, { first: 0, limit: TOTAL });
    await archiveAll();
    const [first, second, third] = await test.dataSource.query<
      { blob: string; first_line: number; line_count: number }[]
    >('select blob, first_line, line_count from log_segment where task_id = $1 order by first_line', [task.id]);
    await engine.blobs.delete([second?.blob ?? '']);
    await test.dataSource.query('update log_segment set sha256 = $2 where blob = $1', [third?.blob, '0'.repeat(64)]);
    const end = (third?.first_line ?? 0) + (third?.line_count ?? 0);
    const shown = (await test.manager.get(`${log}/lines?after=0&limit=5000`)).json<LogLines>();
    expect(shown.lines.map((line, i) => line === before[i])).toEqual(
      before.map((_, i) => i < (first?.line_count ?? 0) || i >= end),
    );
    const notice = /^\[These lines cannot be read: .*\(error ([0-9a-f]{12})\)\]$/.exec(shown.lines[end - 1] ?? '');
    expect(test.logged()).toContain(notice?.[1] ?? 'no error id');
    const search = await test.manager.get(`${log}/search?q=x`);
    expect([search.status, search.json<{ code: string }>().code]).toEqual([502, 'log_lines_lost']);
    const matches = await test.manager.get(`${test.base}/templates/${task.templateId}/logs/search?q=x`);
    expect(matches.json<TemplateLogMatches>().tasks).toMatchObject([
      { task_id: task.id, count: 0, truncated: true, line: second?.first_line, text: expect.stringContaining('error') },
    ]);
    const lost = [second, third].map((segment) => ({ first: segment?.first_line, count: segment?.line_count }));
    expect(await checkOf(task)).toMatchObject({ lost, next: null });
  });

  it('should answer that they cannot be reached when the store is away', async () => {
    const task = await endedTask();
    await archiveAll();
    const refused = async (paths: readonly string[]): Promise<void> => {
      for (const path of paths) {
        const answer = await test.manager.get(`${test.base}/tasks/${task.id}/${path}`);
        expect([path, answer.status, answer.json<{ code: string }>().code]).toEqual([path, 503, 'log_archive_away']);
      }
    };
    if (bucket) {
      await bucket.renameBucket();
      await refused(['lines?after=0', 'log_archive/check']);
      await bucket.renameBucket();
    }
    await bucket?.remove();
    const get = engine.blobs.get.bind(engine.blobs);
    engine.blobs.get = bucket
      ? get
      : () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('away')) }) });
    await refused(['lines?after=0', 'search?q=x', 'log_archive/check']);
    engine.blobs.get = get;
    bucket = undefined;
  });
});

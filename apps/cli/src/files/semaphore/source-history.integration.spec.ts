import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { semaphoreTables, writeBoltFile } from '@switchyard/testing';
import { withHistory } from './read-database.js';
import type { DatabaseAddress } from './source-address.js';
import { taskDraft, type TaskDraft } from './source-task.js';
import { mariadbSource, postgresSource, writeSqlite } from './testing/sources.js';

const references = {
  templates: new Map([1, 2, 3].map((id) => [id, 10 + id])),
  inventories: new Map([[1, 21]]),
};

const historyOf = (address: DatabaseAddress, projectId: number): Promise<(TaskDraft | null)[]> =>
  withHistory(address, async (history) => {
    const users = new Map((await history.users()).map((row) => [Number(row['id']), String(row['username'])]));
    const drafts: (TaskDraft | null)[] = [];
    for await (const task of history.tasks(projectId)) {
      drafts.push(taskDraft(task, { ...references, users }));
    }
    return drafts;
  });

const at = (time: string): number => Date.parse(`2026-01-02T${time}Z`);

const FIRST = {
  id: 1,
  template_id: 11,
  status: 'success',
  created: '2026-01-02T03:04:05.678Z',
  start: '2026-01-02T03:05:00.000Z',
  end: '2026-01-02T03:06:00.000Z',
  user: 'alice',
  message: 'Größe',
  playbook: '',
  environment: '{"a":1}',
  arguments: '["-v"]',
  git_branch: 'next',
  version: '1.0',
  commit_hash: 'abc',
  commit_message: 'first',
  inventory_id: 21,
  build_task: null,
  params: { debug: true, limit: ['web', 'db'] },
  log: [
    [at('03:05:00'), 'Run\n'],
    [at('03:05:02'), 'second'],
    [at('03:05:01'), 'third\n'],
  ],
};
const SECOND = { id: 2, template_id: 12, status: 'running', end: null, user: null, environment: '', arguments: '' };

describe.each([
  ['PostgreSQL', 'postgres', postgresSource],
  ['MariaDB', 'mysql', mariadbSource],
] as const)('the history of a database of %s', (_name, dialect, start) => {
  let source: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    source = await start();
    await source.run(semaphoreTables(dialect));
  });
  afterAll(() => source.remove());

  it('should hold the tasks of each project with their logs in the order of ids', async () => {
    const [first, second, ...others] = await historyOf(source.address, 1);
    expect(first).toMatchObject(FIRST);
    expect(second).toMatchObject({ ...SECOND, build_task: 1, params: { dry_run: true, diff: true }, log: [] });
    expect(others).toEqual([]);
    expect(await historyOf(source.address, 2)).toMatchObject([
      {
        id: 3,
        status: 'error',
        start: null,
        environment: '',
        arguments: '',
        user: 'bob',
        log: [[Date.UTC(2026, 0, 3, 0, 0, 1), 'failed']],
      },
    ]);
  });

  it('should hold more tasks and outputs than are read at a time', async () => {
    const rows = (count: number, row: (n: number) => string): string =>
      Array.from({ length: count }, (_, i) => row(i + 1)).join(', ');
    await source.run(`insert into project values (7, 'Many', false, null, 0);
      insert into project__template (id, project_id, name) values (7, 7, 'many');
      insert into task (id, template_id, status) values ${rows(45, (n) => `(${100 + n}, 7, 'success')`)};
      insert into task__output values ${rows(4_590, (n) => `(${100 + n}, ${101 + (n % 45)}, null, 'line ${n}')`)}`);
    const tasks = await withHistory(source.address, async (history) => {
      const found: [id: number, lines: string[]][] = [];
      for await (const { row, outputs } of history.tasks(7)) {
        found.push([Number(row['id']), outputs.map((each) => String(each['output']))]);
      }
      return found;
    });
    const lines = Array.from({ length: 4_590 }, (_, i) => i + 1);
    expect(tasks).toEqual(
      Array.from({ length: 45 }, (_, i) => [101 + i, lines.filter((n) => n % 45 === i).map((n) => `line ${n}`)]),
    );
  });
});

describe('the history of a file', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'switchyard-history-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it('should be read of SQLite', async () => {
    const address = await writeSqlite(join(directory, 'semaphore.sqlite'), 'delete', 'database.close()');
    expect(await historyOf(address, 1)).toMatchObject([FIRST, SECOND]);
  });

  it('should be read of Bolt, the earliest first, whose ids are the highest', async () => {
    const [early, late] = [2_147_483_646, 2_147_483_645];
    const task = { template_id: 1, project_id: 1, status: 'success', created: '2026-01-02T04:04:05.678+01:00' };
    const output = (text: string) => JSON.stringify({ time: '2026-01-02T04:05:00.5+01:00', output: text });
    const path = join(directory, 'bolt');
    await writeBoltFile(path, {
      user: { '0000000001': JSON.stringify({ id: 1, username: 'alice' }) },
      project__template_0000000001: { '0000000001': JSON.stringify({ id: 1 }) },
      task: Object.fromEntries(
        [
          { ...task, id: early, user_id: 1 },
          { ...task, id: late, build_task_id: early },
          { ...task, id: 5, project_id: 2 },
          { ...task, id: 6, template_id: 9 },
        ].map((row) => [String(row.id).padStart(10, '0'), JSON.stringify(row)]),
      ),
      [`task__output_${early}`]: { a: output('one\u0000'), b: output('two') },
    });
    expect(await historyOf({ dialect: 'bolt', path }, 1)).toMatchObject([
      { id: early, user: 'alice', created: '2026-01-02T03:04:05.678Z', log: [[at('03:05:00.500'), 'one\u2400\ntwo']] },
      { id: late, build_task: early, log: [] },
    ]);
  });
});

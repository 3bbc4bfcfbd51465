import { randomUUID } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { decodeTimes, type LogChunk, MAX_LOG_BYTES } from '@switchyard/contracts';
import { LogChunk as StoredChunk, type Runner, type Task } from '@switchyard/database';
import { newRunner, newTask } from '@switchyard/database/testing';
import { appendLog } from './append-log.js';
import { stopTask } from '../life-cycle/stop-task.js';
import { chunkOf, T0 } from '../testing/chunks.js';
import { EngineFixture } from '../testing/engine-fixture.js';

describe(appendLog.name, () => {
  let fixture: EngineFixture;
  let tasks: Task[];
  let runner: Runner;
  beforeAll(async () => {
    fixture = await EngineFixture.open();
  });
  afterAll(() => fixture.drop());
  beforeEach(async () => {
    await fixture.clear();
    runner = await newRunner(fixture.source);
    const template = await fixture.template({ allowParallelTasks: true });
    tasks = [await newTask(fixture.source, template), await newTask(fixture.source, template)];
    await fixture.assign();
    fixture.signals.clear();
  });

  const chunk = async (task: Task | undefined, first: number, lines: string[], head = {}): Promise<LogChunk> =>
    chunkOf(await fixture.lease(task?.id ?? 0), first, lines, head);

  const stored = (task: Task | undefined) =>
    fixture.source.getRepository(StoredChunk).find({ where: { taskId: task?.id ?? 0 }, order: { firstLine: 'ASC' } });
  const text = async (task: Task | undefined) => (await stored(task)).map((row) => row.body.toString('utf8')).join('');

  it('should store the chunks of several attempts with all they carry, and announce the growth', async () => {
    const packed = await chunk(tasks[1], 0, ['\u001b[31mrot', 'ä'], { kind: 1, codec: 1, sgr: '1;31' });
    packed.body = deflateRawSync(packed.body);
    const plain = await chunk(tasks[0], 0, ['one', 'two', 'three']);
    const results = await appendLog(fixture.engine, runner.id, [packed, plain]);
    expect(results).toEqual([
      { attempt: packed.head.attempt, result: 'stored', next: 2 },
      { attempt: plain.head.attempt, result: 'stored', next: 3 },
    ]);
    const [row] = await stored(tasks[1]);
    expect(row).toMatchObject({ attempt: 1, firstLine: 0, lineCount: 2, kind: 1, codec: 1, sgr: '1;31' });
    expect(row?.body).toEqual(packed.body);
    expect(row?.firstTime.getTime()).toBe(T0);
    expect(decodeTimes(T0, row?.times ?? Buffer.alloc(0), 2)).toEqual([T0, T0 + 1]);
    expect(await text(tasks[0])).toBe('one\ntwo\nthree\n');
    const [first, second] = tasks;
    expect(fixture.signals.growth.toSorted((a, b) => a[1] - b[1])).toEqual([
      [first?.projectId, first?.id, 1, 3],
      [second?.projectId, second?.id, 1, 2],
    ]);
  });

  it('should store several chunks of one attempt by one statement, with all their bytes counted', async () => {
    const run = [
      await chunk(tasks[0], 0, ['one', 'two']),
      await chunk(tasks[0], 2, ['three']),
      await chunk(tasks[0], 3, ['x']),
    ];
    const between = await chunk(tasks[1], 0, ['other']);
    const statements = jest.spyOn(fixture.engine.dataSource, 'query');
    const results = await appendLog(fixture.engine, runner.id, [...run.slice(0, 1), between, ...run.slice(1)]);
    expect(statements).toHaveBeenCalledTimes(1);
    statements.mockRestore();
    expect(results.map((each) => 'next' in each && each.next)).toEqual([4, 1, 4, 4]);
    expect([await text(tasks[0]), await text(tasks[1])]).toEqual(['one\ntwo\nthree\nx\n', 'other\n']);
    expect(fixture.signals.growth.filter(([, task]) => task === tasks[0]?.id)).toHaveLength(1);
    const sum = run.reduce((bytes, { times, body }) => bytes + times.length + body.length, 0);
    const [log] = await fixture.source.query('select bytes from attempt_log where task_id = $1', [tasks[0]?.id]);
    expect(log).toEqual({ bytes: String(sum) });
  });

  it('should store chunks of one attempt as far as they follow each other, and what is new of a repeated run later', async () => {
    const [one, two, four] = [
      await chunk(tasks[0], 0, ['one']),
      await chunk(tasks[0], 1, ['two']),
      await chunk(tasks[0], 3, ['four']),
    ];
    expect(await appendLog(fixture.engine, runner.id, [one, two, four])).toMatchObject([
      { result: 'stored', next: 2 },
      { result: 'stored', next: 2 },
      { result: 'gap', next: 2 },
    ]);
    const three = await chunk(tasks[0], 2, ['three']);
    expect(await appendLog(fixture.engine, runner.id, [two, three])).toMatchObject([
      { result: 'stored', next: 2 },
      { result: 'gap', next: 2 },
    ]);
    await appendLog(fixture.engine, runner.id, [three, four]);
    expect(await text(tasks[0])).toBe('one\ntwo\nthree\nfour\n');
  });

  it('should store a repeated chunk once and acknowledge it again', async () => {
    const once = await chunk(tasks[0], 0, ['one', 'two']);
    await appendLog(fixture.engine, runner.id, [once]);
    await appendLog(fixture.engine, runner.id, [await chunk(tasks[0], 2, ['three'])]);
    fixture.signals.clear();
    expect(await appendLog(fixture.engine, runner.id, [once])).toMatchObject([{ result: 'stored', next: 3 }]);
    expect(await text(tasks[0])).toBe('one\ntwo\nthree\n');
    expect(fixture.signals.growth).toEqual([]);
  });

  it('should send the sender back over a gap', async () => {
    await appendLog(fixture.engine, runner.id, [await chunk(tasks[0], 0, ['one'])]);
    expect(await appendLog(fixture.engine, runner.id, [await chunk(tasks[0], 5, ['six'])])).toMatchObject([
      { result: 'gap', next: 1 },
    ]);
    expect(await text(tasks[0])).toBe('one\n');
  });

  it('should call a chunk stale when its lease is another or has ended', async () => {
    const forged = await chunk(tasks[0], 0, ['x'], { lease: randomUUID() });
    const late = await chunk(tasks[1], 0, ['y']);
    const { projectId, id: taskId } = tasks[1] as Task;
    await stopTask(fixture.engine, { projectId, taskId, force: true });
    expect(await appendLog(fixture.engine, runner.id, [forged, late])).toMatchObject([
      { result: 'stale' },
      { result: 'stale' },
    ]);
    expect([await text(tasks[0]), await text(tasks[1])]).toEqual(['', '']);
  });

  it('should call a chunk stale that another runner sends, though it knows the lease', async () => {
    const one = await chunk(tasks[0], 0, ['x']);
    expect(await appendLog(fixture.engine, runner.id + 1, [one])).toMatchObject([{ result: 'stale' }]);
    await appendLog(fixture.engine, runner.id, [one]);
    expect(await appendLog(fixture.engine, runner.id + 1, [one])).toMatchObject([{ result: 'stale' }]);
    expect(await text(tasks[0])).toBe('x\n');
  });

  it('should take no more of a log that has reached its largest size, and go on with the others', async () => {
    await fixture.source.query('update attempt_log set bytes = $1 where task_id = $2', [MAX_LOG_BYTES, tasks[0]?.id]);
    const both = [await chunk(tasks[0], 0, ['x']), await chunk(tasks[1], 0, ['y'])];
    expect(await appendLog(fixture.engine, runner.id, both)).toMatchObject([{ result: 'stale' }, { result: 'stored' }]);
    expect([await text(tasks[0]), await text(tasks[1])]).toEqual(['', 'y\n']);
  });

  it('should keep order and count when the same chunks arrive at once several times', async () => {
    const chunks = await Promise.all([0, 1, 2, 3].map((first) => chunk(tasks[0], first, [`line ${first}`])));
    for (let round = 0; round < 6; round++) {
      await Promise.all([...chunks, ...chunks].map((one) => appendLog(fixture.engine, runner.id, [one])));
    }
    expect(await text(tasks[0])).toBe('line 0\nline 1\nline 2\nline 3\n');
  });
});

import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { LogLineKind, packMasks } from '@switchyard/contracts';
import { backupUnderWay } from '@switchyard/database';
import { newTask } from '@switchyard/database/testing';
import { eventually } from '@switchyard/testing';
import { deleteTask } from '../life-cycle/delete-task.js';
import { stopTask } from '../life-cycle/stop-task.js';
import type { Blobs, Engine } from '../ports.js';
import { collectBlobs, collectSegments, namedBlobs } from '../retention/collect-blobs.js';
import { chunkOf } from '../testing/chunks.js';
import { type TaskSetUp, withTask } from '../testing/with-task.js';
import { appendLog } from './append-log.js';
import { archiveLogs } from './archive-logs.js';
import { readSegment, type SegmentRow, SegmentWrongError } from './read-segment.js';
import { type StoredChunk, unpackSegment } from './segment-format.js';

const HOURS = 24;
/** Of chunks with long bodies, what is compared. */
type Look = Omit<StoredChunk, 'body'> & { body: string };
const lookOf = ({ body, ...chunk }: StoredChunk): Look => ({
  ...chunk,
  body: createHash('sha256').update(body).digest('hex'),
});

const COLUMNS = 'first_line, line_count, first_time, kind, codec, sgr, times, body, masks';

describe(archiveLogs.name, () => {
  let made: TaskSetUp;
  withTask(async (set) => {
    made = set;
    await query('delete from blob');
  });

  const query = <T>(text: string, values: unknown[] = []): Promise<T[]> => made.fixture.source.query<T[]>(text, values);
  const chunks = async (): Promise<Look[]> => {
    const text = `select ${COLUMNS} from log_chunk where task_id = $1 order by attempt, first_line`;
    return (await query<StoredChunk>(text, [made.task.id])).map(lookOf);
  };
  const segments = (): Promise<(SegmentRow & { sections: Buffer | null })[]> =>
    query('select * from log_segment where task_id = $1 order by attempt, first_line', [made.task.id]);
  const keys = async (): Promise<string[]> =>
    (await query<{ key: string }>(`select key from blob where key like 'logs/%' order by key`)).map(({ key }) => key);
  const isMarked = async (): Promise<boolean> =>
    (await query<{ at: Date | null }>('select log_archived as at from task where id = $1', [made.task.id]))[0]?.at !==
    null;
  const archived = async (): Promise<Look[]> => {
    const parts = [];
    for (const segment of await segments()) {
      parts.push(...(await readSegment(made.fixture.engine, segment)));
    }
    return parts.map(lookOf);
  };
  const end = async (): Promise<void> => {
    const { fixture, task } = made;
    await stopTask(fixture.engine, { projectId: task.projectId, taskId: task.id, force: true });
    await query(`update task set ended = now() - interval '25 hours'`);
  };

  /** Chunks of 100 KB, the third of which begins a phase. */
  async function writeLog(count: number): Promise<Look[]> {
    const { fixture, runner, task } = made;
    for (let i = 0; i < count; i++) {
      const text = i === 2 ? 'run' : randomBytes(50_000).toString('hex');
      const kind = i === 2 ? LogLineKind.section : LogLineKind.tool;
      const masks = i === 1 ? packMasks([{ at: 0, name: { kind: 'key', name: 'ä', of: '' } }]) : undefined;
      const chunk = chunkOf(await fixture.lease(task.id), 2 * i, [text, `${i}`], { kind, sgr: '1;31', masks });
      await appendLog(fixture.engine, runner.id, [chunk]);
    }
    return chunks();
  }

  /** An engine whose blob store does something else once a segment is written. */
  const meeting = (meanwhile: () => Promise<unknown>): Engine => {
    const { engine } = made.fixture;
    const put: Blobs['put'] = async (prefix, content) => {
      const stored = await engine.blobs.put(prefix, content);
      await meanwhile();
      return stored;
    };
    return { ...engine, blobs: { ...engine.blobs, put } };
  };

  it('should move a whole log in segments with all that its chunks carry, once its task is old enough', async () => {
    const before = await writeLog(12);
    await end();
    expect(await archiveLogs(made.fixture.engine, HOURS + 2)).toEqual({ tasks: 0, bytes: 0 });
    const { tasks, bytes } = await archiveLogs(made.fixture.engine, HOURS);
    expect([tasks, await isMarked(), await chunks()]).toEqual([1, true, []]);
    expect(await archived()).toEqual(before);
    const rows = await segments();
    expect(rows.map(({ first_line, line_count, sections }) => [first_line, line_count, sections !== null])).toEqual([
      [0, 14, true],
      [14, 10, false],
    ]);
    expect(unpackSegment(rows[0]?.sections ?? Buffer.alloc(0)).map(lookOf)).toEqual([before[2]]);
    expect(rows.reduce((sum, { size }) => sum + size, 0)).toBe(bytes);
    expect(await archiveLogs(made.fixture.engine, HOURS)).toEqual({ tasks: 0, bytes: 0 });
  });

  it('should leave alone what has not ended, and mark what has no log', async () => {
    await writeLog(1);
    await query(`update task set ended = now() - interval '25 hours'`);
    const empty = await newTask(made.fixture.source, await made.fixture.template(), {
      status: 'canceled',
      ended: new Date(0),
    });
    expect(await archiveLogs(made.fixture.engine, HOURS)).toEqual({ tasks: 1, bytes: 0 });
    expect((await made.fixture.task(empty.id)).logArchived).not.toBeNull();
    expect([(await chunks()).length, await keys()]).toEqual([1, []]);
  });

  it('should go on after an interruption at any segment, with chunks or segments for each line and never both', async () => {
    const before = await writeLog(20);
    await end();
    let puts = 0;
    const killed = meeting(() => (++puts % 2 === 0 ? Promise.reject(new Error('killed')) : Promise.resolve()));
    for (let i = 0; i < 6 && !(await isMarked()); i++) {
      await archiveLogs(killed, HOURS).catch((error: unknown) => expect(error).toBeInstanceOf(AggregateError));
      expect([...(await archived()), ...(await chunks())]).toEqual(before);
    }
    expect([await isMarked(), (await keys()).length > (await segments()).length]).toEqual([true, true]);
    await query(`update blob set created = now() - interval '2 hours'`);
    await collectBlobs(made.fixture.engine);
    await collectSegments(made.fixture.engine);
    expect(await keys()).toEqual((await segments()).map(({ blob }) => blob).sort());
    expect(await namedBlobs(made.fixture.source, [{ name: 'log_segment', columns: ['blob'] }])).toEqual(await keys());
  });

  it('should do nothing while another process archives, and nothing wrong when that lost its lock', async () => {
    const before = await writeLog(8);
    await end();
    let met = false;
    const { engine } = made.fixture;
    const first = meeting(async () => {
      if (!met) {
        met = true;
        expect(await archiveLogs(engine, HOURS)).toEqual({ tasks: 0, bytes: 0 });
        await query(
          `select pg_terminate_backend(pid, 10000) from pg_locks l join pg_database d on d.oid = l.database
            where locktype = 'advisory' and objid = 727291 and datname = current_database()`,
        );
        expect(await archiveLogs(engine, HOURS)).toMatchObject({ tasks: 1 });
      }
    });
    await archiveLogs(first, HOURS).catch(() => undefined);
    // The connection that was ended may still look usable for a moment.
    const found = await eventually(async () => [met, await archived(), await chunks(), await isMarked()]);
    expect(found).toEqual([true, before, [], true]);
    expect(await keys()).toEqual((await segments()).map(({ blob }) => blob).sort());
  });

  it('should move nothing of a log that is open', async () => {
    const before = await writeLog(3);
    await end();
    const open = meeting(() => query('update attempt_log set lease_id = gen_random_uuid()'));
    expect(await archiveLogs(open, HOURS)).toEqual({ tasks: 0, bytes: 0 });
    expect([await chunks(), await segments(), await keys(), await isMarked()]).toEqual([before, [], [], false]);
  });

  it('should leave nothing of a task that is deleted meanwhile or afterwards', async () => {
    const about = { projectId: made.task.projectId, taskId: made.task.id };
    await writeLog(8);
    await end();
    await archiveLogs(
      meeting(() => deleteTask(made.fixture.engine, about)),
      HOURS,
    );
    expect([await segments(), await chunks(), await keys()]).toEqual([[], [], []]);
  });

  it('should remove the segments with the task, and their blobs later, but not during a backup', async () => {
    await writeLog(8);
    await end();
    await archiveLogs(made.fixture.engine, HOURS);
    await deleteTask(made.fixture.engine, { projectId: made.task.projectId, taskId: made.task.id });
    await query(`update blob set created = now() - interval '2 hours'`);
    expect([(await segments()).length, (await keys()).length]).toEqual([0, 2]);
    const backup = made.fixture.source.createQueryRunner();
    await backup.query('select pg_advisory_lock_shared(727290)');
    expect(await backup.query(`select ${backupUnderWay()} as backup`)).toEqual([{ backup: true }]);
    expect(await collectSegments(made.fixture.engine)).toBe(0);
    await backup.query('select pg_advisory_unlock_shared(727290)');
    await backup.release();
    expect([await collectSegments(made.fixture.engine), await keys()]).toEqual([2, []]);
  });

  it('should archive the others when one log cannot be moved', async () => {
    await writeLog(1);
    await end();
    const other = await newTask(made.fixture.source, await made.fixture.template(), {
      status: 'error',
      ended: new Date(Date.now() - 30 * 3_600_000),
    });
    await query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
       create trigger refuse before update on task for each row when (new.id = ${other.id}) execute function refuse()`,
    );
    await expect(archiveLogs(made.fixture.engine, HOURS)).rejects.toThrow('archiving logs: 1 of 2 failed');
    await query('drop trigger refuse on task; drop function refuse');
    expect([(await chunks()).length, await isMarked()]).toEqual([0, true]);
  });

  it('should stop at the first refusal of the store', async () => {
    await writeLog(1);
    await end();
    let tries = 0;
    const put: Blobs['put'] = () => Promise.reject(new Error(`away ${++tries}`));
    const engine = { ...made.fixture.engine, blobs: { ...made.fixture.engine.blobs, put } };
    await expect(archiveLogs(engine, HOURS)).rejects.toThrow('archiving logs: 1 of 1 failed');
    expect([tries, (await chunks()).length, await isMarked()]).toEqual([1, 1, false]);
  });

  it('should go on where a round ended', async () => {
    await writeLog(8);
    await end();
    expect(await archiveLogs(made.fixture.engine, HOURS, -1)).toEqual({ tasks: 0, bytes: 0 });
    expect((await chunks()).length).toBe(8);
    expect(await archiveLogs(made.fixture.engine, HOURS)).toMatchObject({ tasks: 1 });
  });

  it('should refuse a segment that is missing, changed or another one', async () => {
    await writeLog(14);
    await end();
    await archiveLogs(made.fixture.engine, HOURS);
    const [one, two] = await segments();
    if (!one || !two) {
      throw new Error('two segments are expected');
    }
    const read = (row: SegmentRow): Promise<unknown> => readSegment(made.fixture.engine, row);
    await expect(read({ ...one, blob: two.blob })).rejects.toThrow('another size');
    await expect(read({ ...one, blob: two.blob, size: two.size })).rejects.toThrow('checksum');
    await expect(read({ ...one, blob: two.blob, size: two.size, sha256: two.sha256 })).rejects.toThrow('other lines');
    await query('update blob_chunk set data = set_byte(data, 99, get_byte(data, 99) # 1) where n = 1');
    await expect(read(one)).rejects.toThrow(SegmentWrongError);
    await made.fixture.engine.blobs.delete([one.blob]);
    await expect(read(one)).rejects.toThrow('no blob');
  });
});

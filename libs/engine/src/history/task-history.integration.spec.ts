import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isFinal, mayMove, type TaskStatus } from '@switchyard/contracts';
import type { Runner } from '@switchyard/database';
import { newRunner } from '@switchyard/database/testing';
import { assignTasks } from '../dispatch/assign-tasks.js';
import { createTask } from '../launch/create-task.js';
import { EngineError } from '../errors.js';
import { expireLeases } from '../leases/expire-leases.js';
import { explainWaiting } from '../dispatch/explain-waiting.js';
import { finishAttempt } from '../attempts/finish-attempt.js';
import { startAttempt } from '../attempts/start-attempt.js';
import { stopTask } from '../life-cycle/stop-task.js';
import { type TransitionEvent, TransitionFeed } from './transition-feed.js';
import { EngineFixture } from '../testing/engine-fixture.js';
import { ProjectRotation } from '../dispatch/project-rotation.js';

const TASKS = 30;
const ACTIONS = 600;
const AT_ONCE = 8;

/** A reproducible source of numbers from 0 to below 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe('the history of tasks under random calls at once', () => {
  let fixture: EngineFixture;
  let runner: Runner;
  let projectId: number;
  const ids: number[] = [];
  const random = randomNumbers(20_260_101);
  const rotation = new ProjectRotation();

  beforeAll(async () => {
    fixture = await EngineFixture.open(AT_ONCE + 3);
    runner = await newRunner(fixture.source, { maxParallelTasks: 12 });
    const template = await fixture.template({ allowParallelTasks: true });
    projectId = template.projectId;
    await fixture.source.query(`
      create table history (n bigserial, task_id int, old text, new text);
      create function note() returns trigger language plpgsql as $$ begin
        if old.status <> new.status then insert into history (task_id, old, new) values (new.id, old.status, new.status); end if;
        return null; end $$;
      create trigger note after update on task for each row execute function note();`);
    for (let i = 0; i < TASKS; i++) {
      ids.push((await createTask(fixture.engine, { projectId, templateId: template.id })).id);
    }
  });
  afterAll(() => fixture.drop());

  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const actions: ((taskId: number) => Promise<unknown>)[] = [
    () => assignTasks(fixture.engine, rotation),
    () => explainWaiting(fixture.engine),
    async (id) => startAttempt(fixture.engine, runner.id, await fixture.lease(id)),
    async (id) => startAttempt(fixture.engine, runner.id, await fixture.lease(id)),
    async (id) =>
      finishAttempt(
        fixture.engine,
        runner.id,
        await fixture.report(id, { outcome: pick(['success', 'error', 'stopped']) }),
      ),
    (taskId) => stopTask(fixture.engine, { projectId, taskId, force: false }),
    (taskId) => stopTask(fixture.engine, { projectId, taskId, force: random() < 0.3 }),
    async (id) => {
      await fixture.source.query(
        `update attempt set lease_until = now() - interval '1 s' where task_id = $1 and status <> 'ended'`,
        [id],
      );
      await expireLeases(fixture.engine);
    },
  ];

  /** Runs a random action. Refusals of the engine and tasks without an attempt are expected; any other error is a fault. */
  async function act(): Promise<void> {
    try {
      await pick(actions)(pick(ids));
    } catch (error) {
      const noAttempt = error instanceof Error && error.name === 'EntityNotFoundError';
      if (!(error instanceof EngineError) && !noAttempt) {
        throw error;
      }
    }
  }

  async function actMany(): Promise<void> {
    for (let i = 0; i < ACTIONS / AT_ONCE; i++) {
      await act();
    }
  }

  /**
   * Reads what a consumer gets while others write, page by page, until it has the event that `last` names. An empty page
   * is no end: transactions of other databases of the server delay a read as well.
   */
  async function follow(last: () => string | undefined): Promise<TransitionEvent[]> {
    const feed = new TransitionFeed(fixture.engine);
    const followed: TransitionEvent[] = [];
    while (followed.length === 0 || followed.at(-1)?.id !== last()) {
      followed.push(...(await feed.read(followed.at(-1)?.id ?? '0', 7)));
    }
    return followed;
  }

  const transitionIds = async (): Promise<string[]> => {
    const rows = await fixture.source.query<{ id: string }[]>(
      'select id from task_event where to_status is not null order by id',
    );
    return rows.map(({ id }) => id);
  };

  /** The moves of the kept history, task by task in its order. */
  const recordedMoves = () =>
    fixture.source.query<object[]>(
      `select task_id, from_status as old, to_status as new from task_event
        where from_status is not null order by task_id, id`,
    );

  /** Attempts that began before an earlier one of the same task had ended, by the kept history. */
  const overlaps = () =>
    fixture.source.query<object[]>(
      `select task_id, attempt_id from (
         select task_id, attempt_id, sum(case when kind = 'assigned' then 1 else -1 end) over (partition by task_id order by id) as held
           from task_event where attempt_id is not null and kind in ('assigned', 'planned', 'requeued', 'finished')) e
        where held not in (0, 1)`,
    );

  it('should consist of legal moves only and end in one final status', async () => {
    let expected: string[] = [];
    const following = follow(() => expected.at(-1));
    await Promise.all(Array.from({ length: AT_ONCE }, actMany));
    await Promise.all(ids.map((taskId) => stopTask(fixture.engine, { projectId, taskId, force: true })));
    expected = await transitionIds();
    expect((await following).map(({ id }) => id)).toEqual(expected);
    const history = await fixture.source.query<{ task_id: number; old: TaskStatus; new: TaskStatus }[]>(
      'select task_id, old, new from history order by n',
    );
    expect(history.filter((move) => !mayMove(move.old, move.new))).toEqual([]);
    const ends = history.filter((move) => isFinal(move.new)).map((move) => move.task_id);
    expect(ends.toSorted((a, b) => a - b)).toEqual(ids);
    const kinds = new Set(history.map((move) => `${move.old} ${move.new}`));
    expect(kinds.size).toBeGreaterThan(8);
    expect(await recordedMoves()).toEqual(history.toSorted((a, b) => a.task_id - b.task_id));
    expect(await overlaps()).toEqual([]);
    const alive: unknown = await fixture.source.query(`select id from attempt where status <> 'ended'`);
    expect(alive).toEqual([]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isHeld, mayMove, problem, type SentProblem, TASK_STATUSES, type TaskStatus } from '@switchyard/contracts';
import {
  Attempt,
  AttemptLog,
  Event,
  OutboxMessage,
  type Runner,
  Task,
  TaskEvent,
  TaskPlan,
  type Template,
} from '@switchyard/database';
import { newRunner, newTask, newUser } from '@switchyard/database/testing';
import { randomUUID } from 'node:crypto';
import { EngineFixture } from '../testing/engine-fixture.js';
import { announceMoves } from './announce-moves.js';
import type { MoveValues } from './move-columns.js';
import { type MovedTask, mover } from './mover.js';
import type { Transition } from './transition.js';
import { movesOf, type TransitionName, TRANSITIONS } from './transitions.js';

const names = Object.keys(TRANSITIONS) as TransitionName[];
const moves = names.flatMap((name) => movesOf(TRANSITIONS[name]).map(([from, to]) => ({ name, from, to })));

const WHY = problem('runner_lost_often', { count: 5 }) as SentProblem;

describe('the table of transitions', () => {
  let fixture: EngineFixture;
  let runner: Runner;
  let template: Template;
  let actor: number;
  beforeAll(async () => {
    fixture = await EngineFixture.open();
    actor = (await newUser(fixture.source)).id;
  });
  beforeEach(async () => {
    await fixture.clear();
    await fixture.source.query('delete from task_event');
    template = await fixture.template({ runnerTag: 'eu' });
    runner = await newRunner(fixture.source, { webhook: 'https://hooks.example/1', tags: ['eu'] });
  });
  afterAll(() => fixture.drop());

  /** A task as it may be in that status, with a plan, and with a living attempt when a runner has it. */
  async function taskIn(status: TaskStatus): Promise<Task> {
    const task = await newTask(fixture.source, template, {
      status,
      attemptNumber: 1,
      logAttempt: 1,
      waitingReason: 'no_runner',
      runnerId: 0,
      waitingFor: { task: 1, workspace: 'staging' },
    });
    const { id: taskId, projectId, templateId } = task;
    const leaseId = randomUUID();
    const held = isHeld(status);
    const { id: attemptId } = await fixture.source.getRepository(Attempt).save({
      taskId,
      projectId,
      templateId,
      number: 1,
      runnerId: runner.id,
      leaseId,
      leaseUntil: new Date(),
      status: held ? (status === 'starting' ? 'starting' : 'running') : 'ended',
      outcome: held ? null : 'planned',
    });
    const log = { attemptId, projectId, taskId, attempt: 1, baseLine: 0, nextLine: 3 };
    await fixture.source.getRepository(AttemptLog).save({ ...log, leaseId: held ? leaseId : null });
    await fixture.source.getRepository(TaskPlan).save({ taskId, attemptId, sha256: '', size: 1, blob: 'plans/x' });
    return task;
  }

  const inputs = (task: number, to: TaskStatus): MoveValues => ({
    task,
    to,
    runner: runner.id,
    actor,
    outcome: 'error',
    reason: 'why',
    problem: WHY,
    exit_code: 7,
    origin: 'system',
    project: 0,
    from: to,
    attempt_number: 0,
    attempt: 0,
    lease: '',
    holder: 0,
    lines: 0,
  });

  async function move(name: TransitionName, task: number, to: TaskStatus): Promise<MovedTask | undefined> {
    return (await mover(name, ['task'])(fixture.source, [inputs(task, to)]))[0];
  }

  async function everything(taskId: number) {
    const { source } = fixture;
    return {
      task: await fixture.task(taskId),
      attempts: await source.getRepository(Attempt).find({ where: { taskId }, order: { number: 'ASC' } }),
      logs: await source.getRepository(AttemptLog).find({ where: { taskId }, order: { attemptId: 'ASC' } }),
      plans: await source.getRepository(TaskPlan).countBy({ taskId }),
      events: await source.getRepository(TaskEvent).findBy({ taskId }),
      activity: await source.getRepository(Event).findBy({ objectId: taskId }),
      deliveries: (await source.getRepository(OutboxMessage).find()).map(({ payload }) => payload['event']),
    };
  }

  type State = Awaited<ReturnType<typeof everything>>;

  /** Columns of the task that differ. */
  const changed = (before: State, after: State): string[] => {
    const columns = fixture.source.getMetadata(Task).columns;
    const value = (task: Task, name: string): string => JSON.stringify(Reflect.get(task, name));
    return columns
      .filter(({ propertyName: name }) => value(before.task, name) !== value(after.task, name))
      .map(({ databaseName }) => databaseName);
  };

  function expectAttempts({ attempt, ends }: Transition, before: State, after: State): void {
    const held = isHeld(before.task.status);
    const [old] = after.attempts;
    const [oldLog] = after.logs;
    if (attempt === 'begin') {
      expect(after.attempts[1]).toMatchObject({ number: 2, status: 'starting', runnerId: runner.id });
      expect(after.logs[1]).toMatchObject({
        attempt: 2,
        leaseId: after.attempts[1]?.leaseId,
        baseLine: 0,
        nextLine: 0,
      });
      expect(after.attempts[1]?.leaseUntil.getTime()).toBeGreaterThan(before.attempts[0]?.leaseUntil.getTime() ?? 0);
    } else if (attempt === 'run') {
      expect(old).toMatchObject({ status: 'running', started: expect.any(Date) });
    } else if (attempt === 'order-stop') {
      expect(old).toMatchObject({ ...before.attempts[0], order: 'stop' });
    } else if (attempt === 'end' && held) {
      const outcome = ends?.outcome.startsWith('input') ? 'error' : ends?.outcome.replaceAll("'", '');
      expect(old).toMatchObject({ status: 'ended', outcome, ended: expect.any(Date) });
      expect(oldLog).toMatchObject({ leaseId: null, nextLine: 3 });
    } else {
      expect([after.attempts, after.logs]).toEqual([before.attempts, before.logs]);
    }
  }

  function expectRecords(name: TransitionName, from: TaskStatus, after: State): void {
    const { attempt, activity, deliveries, removesPlan }: Transition = TRANSITIONS[name];
    const concerned = attempt === 'begin' ? after.attempts[1] : isHeld(from) ? after.attempts[0] : undefined;
    expect(after.events).toMatchObject([
      {
        kind: name,
        fromStatus: from,
        toStatus: after.task.status,
        projectId: after.task.projectId,
        attemptId: concerned?.id ?? null,
        runnerId: concerned?.runnerId ?? null,
      },
    ]);
    expect(after.activity).toHaveLength(activity ? 1 : 0);
    expect(after.deliveries).toEqual(deliveries ? [deliveries] : []);
    expect(after.plans).toBe(removesPlan ? 0 : 1);
  }

  function expectSignals(name: TransitionName, moved: MovedTask, from: TaskStatus): void {
    const { wakes, attempt, deliveries }: Transition = TRANSITIONS[name];
    fixture.signals.clear();
    announceMoves(fixture.engine, name, [moved], { reason: 'why' });
    const holder = attempt === 'begin' || isHeld(from);
    expect(fixture.signals).toMatchObject({
      updates: [{ task_id: moved.id, status: moved.status }],
      dispatch: wakes.dispatchers ? ['why'] : [],
      woken: wakes.runner && holder ? [runner.id] : [],
      deliveries: deliveries ? 1 : 0,
    });
  }

  it.each(moves)('should have the effects that it declares: $name, $from to $to', async ({ name, from, to }) => {
    const { id } = await taskIn(from);
    const before = await everything(id);
    const moved = await move(name, id, to);
    const after = await everything(id);
    const transition: Transition = TRANSITIONS[name];
    expect(moved).toMatchObject({ id, status: to, from_status: from });
    expect(changed(before, after).sort()).toEqual(['status', ...Object.keys(transition.writes)].sort());
    expectAttempts(transition, before, after);
    expectRecords(name, from, after);
    expectSignals(name, moved as MovedTask, from);
  });

  it.each(names.filter((name) => name !== 'created'))(
    'should change nothing from any other status: %s',
    async (name) => {
      const transition: Transition = TRANSITIONS[name];
      for (const from of TASK_STATUSES) {
        for (const to of transition.to.filter((status) => !mayMove(from, status) || !transition.from.includes(from))) {
          const { id } = await taskIn(from);
          const before = await everything(id);
          expect(await move(name, id, to)).toBeUndefined();
          expect(await everything(id)).toEqual(before);
        }
      }
    },
  );
});

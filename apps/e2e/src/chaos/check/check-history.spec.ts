import { describe, expect, it } from '@jest/globals';
import { checkHistory } from './check-history.js';
import {
  addAttempt,
  addCommit,
  addDelivery,
  addDue,
  addTask,
  POISON,
  type Sample,
  soundHistory,
  step,
  TEMPLATE,
} from './sample-history.js';

/** Numbers of the promises that are found broken after the history was spoiled. */
function broken(spoil: (sample: Sample) => void): number[] {
  const sample = soundHistory();
  spoil(sample);
  return [...new Set(checkHistory(sample).map(({ promise }) => promise))];
}

function first<T>(of: readonly T[]): T {
  const [found] = of;
  if (found === undefined) {
    throw new Error('the sample is empty');
  }
  return found;
}

type Poisoned = Sample['tasks'][number];

/** The task has ended as `status`, and so has its history. */
function end(sample: Sample, task: Poisoned, status: Poisoned['status']): void {
  task.status = status;
  const last = sample.events.findLast(({ taskId }) => taskId === task.id);
  Object.assign(last ?? {}, { to: status });
}

describe('checkHistory', () => {
  it('should find nothing in a history that keeps every promise', () => {
    expect(checkHistory(soundHistory())).toEqual([]);
  });

  it('should find a due time with two tasks, tasks without one, and tasks that stand for two', () => {
    expect(broken((sample) => addDue(sample, 0, 100))).toEqual([6]);
    expect(broken((sample) => addDue(sample, 1, 200))).toEqual([6]);
    expect(broken((sample) => (sample.dueTimes = []))).toEqual([6]);
    expect(broken((sample) => Object.assign(first(sample.dueTimes), { due: new Date(7) }))).toEqual([6]);
    expect(broken((sample) => Object.assign(first(sample.dueTimes), { taskId: null }))).toEqual([6]);
  });

  it('should find a delivery with two tasks, and one that was answered another task or one that is lost', () => {
    expect(broken((sample) => addDelivery(sample, 'd1', 250))).toEqual([6]);
    expect(broken(({ deliveries }) => deliveries.push({ id: 'd1', taskId: 200 }))).toEqual([6]);
    expect(broken(({ deliveries }) => deliveries.push({ id: 'd2', taskId: 100 }))).toEqual([6]);
  });

  it('should find a commit that is launched twice, or never, or is kept without its task', () => {
    expect(broken(({ commits }) => commits.made.push('c2'))).toEqual([6]);
    expect(broken(({ commits }) => commits.kept.push({ commit: 'c1', taskId: null }))).toEqual([6]);
    expect(broken(({ commits }) => commits.kept.push({ commit: 'unknown', taskId: 250 }))).toEqual([6]);
    expect(broken(({ commits }) => (commits.kept = [{ commit: 'c1', taskId: null }]))).toEqual([6]);
    expect(broken((sample) => addCommit(sample, 'c1', 200))).toEqual([6]);
  });

  it('should find an attempt that begins before the one before has ended', () => {
    expect(
      broken((sample) => {
        sample.events = sample.events.filter(({ kind }) => kind !== 'planned');
      }),
    ).toContain(1);
  });

  it('should find a tool that ran a second time', () => {
    expect(broken(({ runs }) => runs.push({ ...first(runs) }))).toEqual([1]);
    expect(broken(({ runs }) => runs.push({ ...first(runs.slice(1)) }))).toEqual([1]);
    expect(broken((sample) => (sample.sideEffects = { starts: new Map([[200, 2]]), ends: new Map() }))).toEqual([1]);
  });

  it.each([
    ['stopped', ['real 0', 'Terminated'], []],
    ['stopped', ['Terminated', 'real 0'], [3]],
    ['success', ['real 0', 'real 1', 'real 2', 'Terminated'], [3]],
  ])(
    'should allow the message of bash that it was ended, of a script whose attempt is %s with the lines %j',
    (outcome, lines, promises) => {
      const spoil = (sample: Sample): void => {
        addTask(sample, 300, first(sample.tasks).projectId, TEMPLATE.real);
        step(sample, 300, 'assigned', 'waiting', 'starting', 4);
        step(sample, 300, 'started', 'starting', 'running', 4);
        step(sample, 300, 'finished', 'running', 'success', 4);
        addAttempt(sample, 300, { id: 4, number: 1, outcome });
        const log = sample.logs.pop() ?? first(sample.logs);
        const chunk = { firstLine: 0, lineCount: lines.length, lines, kind: 0 };
        sample.logs.push({ ...log, nextLine: lines.length, chunks: [chunk] });
        sample.sideEffects = { starts: new Map(), ends: new Map([[300, 1]]) };
      };
      expect(broken(spoil)).toEqual(promises);
    },
  );

  it('should find a task that has not ended', () => {
    expect(broken(({ tasks }) => (first(tasks).status = 'running'))).toEqual([2]);
  });

  it('should find a status that leaves a final one, and a second end', () => {
    expect(broken((sample) => step(sample, 200, 'finished', 'success', 'error', null))).toEqual([2]);
  });

  it('should find a move that is not legal, and one that does not begin where the last ended', () => {
    expect(broken(({ events }) => events.splice(2, 1))).toEqual([2]);
  });

  it.each([
    ['lost', (lines: string[]) => lines.slice(0, 2)],
    ['doubled', (lines: string[]) => [first(lines), ...lines]],
    ['reordered', (lines: string[]) => lines.toReversed()],
    ['changed', (lines: string[]) => lines.map((line) => `${line}!`)],
  ])('should find lines that were %s', (_, change) => {
    const spoil = ({ logs }: Sample): void => {
      const log = first(logs);
      const lines = change(first(log.chunks).lines);
      logs[0] = { ...log, nextLine: lines.length, chunks: [{ firstLine: 0, lineCount: lines.length, lines, kind: 0 }] };
    };
    expect(broken(spoil)).toEqual([3]);
  });

  it('should find a gap between chunks, and chunks that end before or behind the log', () => {
    const moved = (by: Partial<{ firstLine: number; nextLine: number }>) => (sample: Sample) => {
      const log = first(sample.logs);
      const chunk = { ...first(log.chunks), firstLine: by.firstLine ?? 0 };
      sample.logs[0] = { ...log, nextLine: by.nextLine ?? log.nextLine, chunks: [chunk] };
    };
    expect(broken(moved({ firstLine: 1 }))).toEqual([3]);
    expect(broken(moved({ nextLine: 4 }))).toEqual([3]);
    expect(broken(moved({ nextLine: 2 }))).toEqual([3]);
  });

  it('should let the log of a lost attempt end early, but not hold what nobody wrote', () => {
    const cut = (sample: Sample, keep: number, written: number) => {
      first(sample.attempts).outcome = 'lost';
      first(sample.runs).written = written;
      const log = first(sample.logs);
      const lines = first(log.chunks).lines.slice(0, keep);
      sample.logs[0] = { ...log, nextLine: keep, chunks: [{ firstLine: 0, lineCount: keep, lines, kind: 0 }] };
    };
    expect(broken((sample) => cut(sample, 2, 3))).toEqual([]);
    expect(broken((sample) => cut(sample, 3, 2))).toEqual([3]);
  });

  it('should find a task that was accepted and is not there', () => {
    expect(broken((sample) => (sample.accepted = new Set([100, 200, 300])))).toEqual([4]);
  });

  it('should find a limit of project and runner that did not hold', () => {
    const beside = (sample: Sample): void => {
      sample.events = sample.events.filter(({ taskId }) => taskId !== 200);
      step(sample, 200, 'created', null, 'waiting', null);
      step(sample, 200, 'assigned', 'waiting', 'starting', 3);
      step(sample, 200, 'started', 'starting', 'running', 3);
      const [end] = sample.events.splice(
        sample.events.findIndex(({ kind }) => kind === 'finished'),
        1,
      );
      sample.events.push(...(end ? [end] : []));
      step(sample, 200, 'finished', 'running', 'success', 3);
    };
    const texts = (() => {
      const sample = soundHistory();
      beside(sample);
      return checkHistory(sample).map(({ text }) => text);
    })();
    expect(texts).toEqual([expect.stringMatching(/^project 3 had 2/), expect.stringMatching(/^runner 21 had 2/)]);
  });

  it('should find two tasks at once of a template that runs one at a time', () => {
    const spoil = (sample: Sample): void => {
      sample.limits = { ...sample.limits, runners: new Map() };
      addTask(sample, 300, 2, TEMPLATE.exclusive);
      addTask(sample, 400, 2, TEMPLATE.exclusive);
      step(sample, 300, 'assigned', 'waiting', 'starting', 4);
      step(sample, 400, 'assigned', 'waiting', 'starting', 5);
      for (const [task, id] of [
        [300, 4],
        [400, 5],
      ] as const) {
        step(sample, task, 'started', 'starting', 'running', id);
        step(sample, task, 'finished', 'running', 'success', id);
        addAttempt(sample, task, { id, number: 1, outcome: 'success' });
      }
    };
    expect(broken(spoil)).toEqual([5]);
  });

  it('should find a quiet project that starves', () => {
    const overtaken = (times: number) => (sample: Sample) => {
      sample.limits = { ...sample.limits, runners: new Map() };
      addTask(sample, 500, 1);
      for (let i = 0; i < times; i++) {
        addTask(sample, 1000 + i, 2);
        step(sample, 1000 + i, 'assigned', 'waiting', 'starting', 1000 + i);
        step(sample, 1000 + i, 'started', 'starting', 'running', 1000 + i);
        step(sample, 1000 + i, 'finished', 'running', 'success', 1000 + i);
      }
      step(sample, 500, 'assigned', 'waiting', 'starting', 900);
      step(sample, 500, 'started', 'starting', 'running', 900);
      step(sample, 500, 'finished', 'running', 'success', 900);
    };
    expect(broken(overtaken(4))).toEqual([]);
    expect(broken(overtaken(5))).toEqual([8]);
  });

  it.each([
    ['ended otherwise', (task: Poisoned) => (task.endReason = 'runner lost 5 times')],
    ['succeeded', (task: Poisoned, sample: Sample) => end(sample, task, 'success')],
    ['was stopped', (task: Poisoned, sample: Sample) => end(sample, task, 'stopped')],
  ])('should find a task that can never be given to a runner and %s', (_, spoil) => {
    const of = (sample: Sample) => sample.tasks.find(({ id }) => id === 250) ?? first(sample.tasks);
    expect(broken((sample) => void spoil(of(sample), sample))).toContain(11);
  });

  it('should find that it ran', () => {
    expect(broken(({ runs }) => runs.push({ ...first(runs), taskId: 250, attemptId: 9 }))).toContain(11);
  });

  it('should find a sound task that ended like one', () => {
    const spoil = (sample: Sample): void => {
      end(sample, first(sample.tasks), 'error');
      first(sample.tasks).endReason = POISON;
    };
    expect(broken(spoil)).toContain(11);
  });

  it('should find a plan that was applied before it was confirmed', () => {
    expect(broken(({ runs }) => (first(runs.slice(1)).began = 0))).toEqual([9]);
  });
});

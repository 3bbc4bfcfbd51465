import { describe, expect, it } from '@jest/globals';
import { type Phase, type TaskTimes, taskPhases } from './task-phases.js';

const at = (seconds: number): Date => new Date(seconds * 1_000);
const times = (change: Partial<TaskTimes>): TaskTimes => ({
  status: 'running',
  created: at(0),
  planned: null,
  decided: null,
  ended: null,
  ...change,
});
/** Sections `phase at second`, three lines each. */
const log = (...sections: [phase: string, second: number][]) => ({
  sections: sections.map(([text, second], i) => ({ line: 3 * i, time: second * 1_000, text })),
  total: 3 * sections.length,
});
const shown = (phases: Phase[]): string[] =>
  phases.map(({ type, start, end }) => `${type} ${start.getTime() / 1_000}-${end ? end.getTime() / 1_000 : ''}`);

describe(taskPhases.name, () => {
  it('should be those of the log, the wait measured from the launch on', () => {
    const sections = log(['queue', 5], ['checkout web @ main', 6], ['run bash', 8], ['cleanup', 12]);
    const phases = taskPhases(times({ status: 'success', ended: at(13) }), sections);
    expect(shown(phases)).toEqual(['queue 0-6', 'checkout 6-8', 'run 8-12', 'cleanup 12-13']);
    expect(phases.map(({ firstLine, lastLine }) => [firstLine, lastLine])).toEqual([
      [0, 2],
      [3, 5],
      [6, 8],
      [9, 11],
    ]);
  });

  it('should leave the phase open in which the task is, and close it with the task', () => {
    const sections = log(['queue', 1], ['checkout', 2]);
    expect(shown(taskPhases(times({}), sections))).toEqual(['queue 0-2', 'checkout 2-']);
    expect(shown(taskPhases(times({ status: 'error', ended: at(60) }), sections))).toEqual([
      'queue 0-2',
      'checkout 2-60',
    ]);
  });

  it('should be the wait alone before a runner has the task, also after one was lost', () => {
    expect(shown(taskPhases(times({ status: 'waiting' }), log()))).toEqual(['queue 0-']);
    expect(shown(taskPhases(times({ status: 'waiting' }), log(['queue', 1], ['checkout', 2])))).toEqual(['queue 0-']);
    expect(shown(taskPhases(times({ status: 'stopped', ended: at(4) }), log()))).toEqual(['queue 0-4']);
  });

  it('should count the wait for a decision apart from what the runner did before and after', () => {
    const planned = [
      ['queue', 1],
      ['checkout', 2],
      ['plan terraform plan', 3],
      ['cleanup', 5],
    ] as [string, number][];
    const before = ['queue 0-2', 'checkout 2-3', 'plan 3-5', 'cleanup 5-6'];
    const waiting = times({ status: 'waiting_confirmation', planned: at(6) });
    expect(shown(taskPhases(waiting, log(...planned)))).toEqual([...before, 'confirmation 6-']);
    const rejected = { ...waiting, status: 'rejected', decided: at(20), ended: at(20) } as const;
    expect(shown(taskPhases(rejected, log(...planned)))).toEqual([...before, 'confirmation 6-20']);
    const confirmed = { ...waiting, status: 'confirmed', decided: at(20) } as const;
    expect(shown(taskPhases(confirmed, log(...planned)))).toEqual([...before, 'confirmation 6-20', 'queue 20-']);
    const lost = [...planned, ['queue', 21], ['checkout', 22]] as [string, number][];
    const applied = log(...lost, ['queue', 70], ['checkout', 71], ['apply', 72], ['cleanup', 80]);
    expect(shown(taskPhases({ ...confirmed, status: 'success', ended: at(81) }, applied))).toEqual([
      ...before,
      'confirmation 6-20',
      'queue 20-71',
      'checkout 71-72',
      'apply 72-80',
      'cleanup 80-81',
    ]);
  });

  it('should end no phase before it begins, whatever the clock of the runner', () => {
    const sections = log(['queue', -60], ['checkout', -59], ['run', -58], ['cleanup', -50]);
    expect(shown(taskPhases(times({ status: 'success', ended: at(13) }), sections))).toEqual([
      'queue 0-0',
      'checkout 0-0',
      'run 0-0',
      'cleanup 0-13',
    ]);
    const ahead = times({ status: 'waiting_confirmation', planned: at(6) });
    expect(shown(taskPhases(ahead, log(['queue', 1], ['plan', 3], ['cleanup', 7])))).toEqual([
      'queue 0-3',
      'plan 3-6',
      'cleanup 6-6',
      'confirmation 6-',
    ]);
  });

  it('should leave a phase of a newer runner to the one before', () => {
    expect(shown(taskPhases(times({}), log(['queue', 1], ['checkout', 2], ['verify', 3])))).toEqual([
      'queue 0-2',
      'checkout 2-',
    ]);
  });
});

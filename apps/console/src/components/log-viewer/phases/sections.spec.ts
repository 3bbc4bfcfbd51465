import { describe, expect, it } from '@jest/globals';
import { phaseEnd, phaseStatusOf } from './phase-status.js';
import { bodyOf, decidingSection, readSection, sectionIndexAt, withSection } from './sections.js';

const run = [readSection(0, 10, 'prepare'), readSection(5, 20, 'run site.yml'), readSection(40, 90, 'cleanup')];

describe('the sections of a log', () => {
  it.each([
    ['run', { phase: 'run', detail: '' }],
    ['run site.yml', { phase: 'run', detail: 'site.yml' }],
    ['run a b c', { phase: 'run', detail: 'a b c' }],
  ])('should be read from %j', (text, read) => {
    expect(readSection(3, 7, text)).toEqual({ line: 3, time: 7, ...read });
  });

  it('should be kept in order, each once', () => {
    const late = readSection(20, 50, 'apply');
    expect(withSection(run, late).map(({ line }) => line)).toEqual([0, 5, 20, 40]);
    expect(withSection([], late)).toEqual([late]);
    expect(withSection(run, readSection(5, 99, 'again'))).toBe(run);
  });

  it.each([
    [0, 0],
    [4, 0],
    [5, 1],
    [39, 1],
    [1_000, 2],
  ])('should hold line %i in section %i', (line, index) => {
    expect(sectionIndexAt(run, line)).toBe(index);
  });

  it('should hold no line before the first', () => {
    expect([sectionIndexAt([], 3), sectionIndexAt([readSection(4, 0, 'run')], 3)]).toEqual([-1, -1]);
  });

  it('should end at the next header, or at the end of the log', () => {
    expect(run.map((_, index) => bodyOf(run, index, 50))).toEqual([
      { from: 1, to: 5 },
      { from: 6, to: 40 },
      { from: 41, to: 50 },
    ]);
    expect(bodyOf(run, 2, 40)).toEqual({ from: 41, to: 41 });
  });

  it('should not let cleanup decide while there is another', () => {
    expect([decidingSection(run), decidingSection(run.slice(2)), decidingSection([])]).toEqual([1, 0, -1]);
  });
});

describe('the state of a phase', () => {
  it.each([
    ['failed', ['success', 'failed', 'success']],
    ['stopped', ['success', 'stopped', 'success']],
    ['success', ['success', 'success', 'success']],
    ['running', ['success', 'running', 'running']],
  ] as const)('should show how a task that is %s stands in the phase that decides', (outcome, states) => {
    expect(run.map((_, index) => phaseStatusOf(run, index, outcome))).toEqual(states);
  });

  it('should end with the next phase, and the last one with the task', () => {
    expect(run.map((_, index) => phaseEnd(run, index, 120))).toEqual([20, 90, 120]);
    expect(phaseEnd(run, 2, undefined)).toBeUndefined();
  });
});

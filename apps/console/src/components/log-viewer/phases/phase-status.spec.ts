import { describe, expect, it } from '@jest/globals';
import { phaseEnd, phaseStatusOf } from './phase-status.js';
import type { Section } from './sections.js';

const sections = ['prepare', 'run', 'cleanup'].map((phase, index): Section => ({
  line: index * 10,
  time: 1_000 * (index + 1),
  phase,
  detail: '',
}));

describe('phaseStatusOf', () => {
  it.each([
    { outcome: 'failed' as const, states: ['success', 'failed', 'success'] },
    { outcome: 'stopped' as const, states: ['success', 'stopped', 'success'] },
    { outcome: 'success' as const, states: ['success', 'success', 'success'] },
    { outcome: 'running' as const, states: ['success', 'running', 'running'] },
  ])('should put "$outcome" at the phase that decides, not at the clean-up after it', ({ outcome, states }) => {
    expect(sections.map((_section, index) => phaseStatusOf(sections, index, outcome))).toEqual(states);
  });
});

describe('phaseEnd', () => {
  it.each([
    { index: 0, finishedAt: undefined, end: 2_000 },
    { index: 2, finishedAt: undefined, end: undefined },
    { index: 2, finishedAt: 9_000, end: 9_000 },
  ])('should end phase $index at $end when the task ended at $finishedAt', ({ index, finishedAt, end }) => {
    expect(phaseEnd(sections, index, finishedAt)).toBe(end);
  });
});

import { describe, expect, it } from '@jest/globals';
import type { LogGroup } from '@switchyard/contracts';
import { Folds } from './folds.js';
import { groupBodies } from './groups.js';
import { readSection } from './sections.js';

const none = { ok: 0, changed: 0, skipped: 0, failed: 0, unreachable: 0, ignored: 0 };
const group = (line: number, kind: LogGroup['kind'], change: Partial<LogGroup> = {}): LogGroup => ({
  line,
  kind,
  end: null,
  name: '',
  time: line * 10,
  counts: none,
  ...change,
});
const sections = [readSection(0, 0, 'run'), readSection(40, 400, 'cleanup')];
const play = [
  group(2, 'play'),
  group(4, 'task'),
  group(8, 'task', { counts: { ...none, failed: 1 } }),
  group(12, 'handler'),
  group(20, 'recap'),
];

describe('groups of a log', () => {
  it('should end at the next heading that is no part of them, and with the phase', () => {
    expect(groupBodies(play, sections).map(({ group: { line }, to, endTime }) => [line, to, endTime])).toEqual([
      [2, 20, 200],
      [4, 8, 80],
      [8, 12, 120],
      [12, 20, 200],
      [20, 40, 400],
    ]);
    expect(groupBodies(play.slice(0, 2), []).map(({ to }) => to)).toEqual([Infinity, Infinity]);
  });

  it('should end at their own mark when they have one', () => {
    const bodies = groupBodies([group(1, 'group', { end: 5 }), group(9, 'group')], sections);
    expect(bodies.map(({ to }) => to)).toEqual([6, 40]);
  });
});

describe('folding them', () => {
  const bodies = groupBodies(play, sections);
  const hidden = (folds: Folds): number[][] => {
    folds.update(sections, false);
    return folds.hiddenWith(bodies, sections, 50).map(({ from, to }) => [from, to]);
  };

  it('should leave all open, and hide what the reader folds once, however deep', () => {
    const folds = new Folds();
    expect(hidden(folds)).toEqual([[41, 50]]);
    folds.set(4, false);
    expect(hidden(folds)).toEqual([
      [5, 8],
      [41, 50],
    ]);
    folds.set(2, false);
    expect(hidden(folds)).toEqual([
      [3, 20],
      [41, 50],
    ]);
  });

  it('should fold the tasks without a failure where that is what the reader looks for', () => {
    const folds = new Folds();
    folds.foldsQuiet = true;
    expect(hidden(folds)).toEqual([
      [5, 8],
      [13, 20],
      [41, 50],
    ]);
    folds.reveal(sections, 6);
    expect(hidden(folds)).toEqual([
      [13, 20],
      [41, 50],
    ]);
  });
});

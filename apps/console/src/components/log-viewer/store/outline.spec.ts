import { describe, expect, it } from '@jest/globals';
import { type LogFailure, type LogGroup, PLAIN_SGR } from '@switchyard/contracts';
import { lineKind, type LogLine } from '../types.js';
import { Outline } from './outline.js';

const stars = '*'.repeat(40);
const none = { ok: 0, changed: 0, skipped: 0, failed: 0, unreachable: 0, ignored: 0 };
const task = (line: number, name: string): LogGroup => ({ line, kind: 'task', end: null, name, time: 0, counts: none });
const failure = (line: number): LogFailure => ({ line, host: 'web', task: 'Install', unreachable: false });

/** Reads these lines as if they arrived behind what was read before. */
function read(outline: Outline, texts: readonly string[], kind: number = lineKind.tool): void {
  const first = outline.next;
  const lines = texts.map((text): LogLine => ({ text, time: 1, kind, sgr: PLAIN_SGR }));
  outline.read((line) => lines[line - first], first + lines.length);
}

describe(Outline.name, () => {
  it('should find headings in the lines of the tool alone', () => {
    const outline = new Outline();
    read(outline, [`TASK [Install] ${stars}`], lineKind.system);
    expect(outline.bodies([])).toEqual([]);
    read(outline, [`TASK [Install] ${stars}`]);
    expect(outline.at(1, [])?.group.name).toBe('Install');
    expect(outline.at(0, [])).toBeUndefined();
  });

  it('should go on where it ended, and count on what was found before', () => {
    const outline = new Outline();
    outline.apply(0, { groups: [{ ...task(1, 'Patch'), kind: 'play' }, task(3, 'Install')], failures: [], next: 6 });
    read(outline, ['ok: [web]', 'changed: [db]']);
    expect(outline.next).toBe(8);
    expect(outline.at(3, [])?.group.counts).toMatchObject({ ok: 1, changed: 1 });
  });

  it('should ask from the last heading on, so that its counts are whole', () => {
    const outline = new Outline();
    outline.apply(0, { groups: [task(3, 'Install'), task(9, 'Restart')], failures: [], next: 20 });
    expect(outline.from).toBe(9);
    outline.apply(9, { groups: [task(9, 'Restart'), task(25, 'Check')], failures: [], next: 30 });
    expect(outline.bodies([]).map(({ group }) => group.line)).toEqual([3, 9, 25]);
  });

  it('should not go back when an answer ends before what was read', () => {
    const outline = new Outline();
    read(outline, ['one', 'two', 'three']);
    outline.apply(0, { groups: [], failures: [], next: 1 });
    expect(outline.next).toBe(3);
  });

  it('should keep the same lists until they change', () => {
    const outline = new Outline();
    outline.apply(0, { groups: [task(0, 'Install')], failures: [failure(1)], next: 2 });
    const [bodies, failures] = [outline.bodies([]), outline.failures];
    const sections = [{ line: 0, time: 0, phase: 'run', detail: '' }];
    expect(outline.failures).toBe(failures);
    read(outline, ['plain text']);
    expect(outline.failures).toBe(failures);
    outline.apply(2, { groups: [], failures: [failure(2)], next: 3 });
    expect(outline.failures).toHaveLength(2);
    expect(outline.bodies(sections)).not.toBe(bodies);
    expect(outline.bodies(sections)).toBe(outline.bodies(sections));
  });

  it('should hold no more than 20,000 headings', () => {
    const outline = new Outline();
    const groups = Array.from({ length: 20_000 }, (_, line) => task(line, 'Install'));
    outline.apply(0, { groups, failures: [], next: 20_000 });
    expect(outline.isFull).toBe(true);
    read(outline, [`TASK [Install] ${stars}`]);
    expect([outline.next, outline.bodies([]).length]).toEqual([20_000, 20_000]);
  });
});

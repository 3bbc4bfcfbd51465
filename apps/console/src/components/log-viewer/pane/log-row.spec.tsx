import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { LogGroup } from '@switchyard/contracts';
import type { ComponentProps } from 'react';
import { Stage } from '../../testing/shown.js';
import type { LogLabels } from '../labels.js';
import type { RowContext } from '../phases/row-context.js';
import { lineKind, type LogLine } from '../types.js';
import { LogRow } from './log-row.js';
import { MAX_COLUMNS } from './pane-controller.js';

const stage = new Stage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const labels = {
  showAll: (characters: number) => `show ${characters}`,
  openSection: (name: string) => `open ${name}`,
  closeSection: (name: string) => `close ${name}`,
  counts: (state: string, count: number) => `${count} ${state}`,
  duration: (ms: number) => `${ms} ms`,
  clock: (at: number) => `at ${at}`,
  masked: () => 'hidden',
  phaseStates: { failed: 'failed', success: 'done' },
} as unknown as LogLabels;
const context: RowContext = {
  labels,
  time: 'off',
  zone: undefined,
  startedAt: undefined,
  finishedAt: undefined,
  phaseSpans: undefined,
  outcome: 'success' as RowContext['outcome'],
  sections: [],
  matcher: undefined,
  headings: /^TASK \[/,
  linksIn: undefined,
};
const line = (text: string, members: Partial<LogLine> = {}): LogLine =>
  ({ text, time: 5_000, kind: lineKind.tool, sgr: {}, ...members }) as LogLine;

function show(record: LogLine | undefined, { shared = {}, group, ...props }: Given = {}) {
  const row = { row: 4, line: 4, record, open: false, group, before: 0 };
  return stage.show(
    <LogRow
      row={row}
      context={{ ...context, ...shared }}
      target={false}
      error={false}
      now={false}
      full={false}
      {...props}
    />,
  );
}
interface Given extends Partial<Omit<ComponentProps<typeof LogRow>, 'row' | 'context'>> {
  shared?: Partial<RowContext>;
  group?: { group: LogGroup; to: number; endTime: number | undefined };
}
const group = (members: Partial<LogGroup> = {}): NonNullable<Given['group']> => ({
  group: {
    line: 4,
    end: null,
    kind: 'task',
    name: 'Install',
    time: 1_000,
    counts: { ok: 2, changed: 0, skipped: 0, ignored: 0, failed: 1, unreachable: 0 },
    ...members,
  } as LogGroup,
  to: 9,
  endTime: 3_500,
});

describe('a line of a log', () => {
  it('should have its number from 1, which leads to it', () => {
    const { links, html } = show(line('hello'));
    expect(links).toEqual(['5']);
    expect(html).toContain('href="#L5"');
  });

  it('should be a bar until its text is there', () => {
    expect(show(undefined).html).toContain('sy-log-bar');
  });

  it('should be cut where it is long, and offer its whole length', () => {
    const long = 'x'.repeat(MAX_COLUMNS + 7);
    expect(show(line(long)).buttons).toEqual([`show ${MAX_COLUMNS + 7}`]);
    expect(show(line(long), { full: true }).buttons).toEqual([]);
    expect(show(line('x'.repeat(MAX_COLUMNS))).buttons).toEqual([]);
  });

  it('should never be cut where it is a heading, whose stars at the end are left out', () => {
    const long = show(line(`TASK [Install ${'x'.repeat(MAX_COLUMNS)}] ****`));
    expect([long.buttons, long.text.endsWith('x]')]).toEqual([[], true]);
    const { text, html } = show(line('TASK [Install] ********'));
    expect(text).toBe('5 TASK [Install]');
    expect(html).toContain('sy-log-heading');
  });

  it('should keep stars in the place of a secret at the end of a heading', () => {
    const masks = [{ column: 14, secret: null }];
    expect(show(line('TASK [Install ***', { masks })).text).toContain('***');
  });

  it('should take no other line for a heading than one of the tool', () => {
    expect(show(line('TASK [Install]', { kind: lineKind.system })).html).not.toContain('sy-log-heading');
  });

  it.each([
    ['off', ''],
    ['clock', 'at 5000'],
    ['relative', '+3000 ms'],
  ] as const)('should have its time as chosen: %s', (time, text) => {
    expect(show(line('x'), { shared: { time, startedAt: 2_000 } }).text.includes(text)).toBe(true);
  });

  it('should be marked as an error, and where a link points', () => {
    expect(show(line('x'), { error: true }).html).toContain('sy-log-error');
    expect(show(line('x'), { target: true }).html).toContain('sy-log-target');
  });
});

describe('a heading of the tool', () => {
  it('should fold, by a button that names it', () => {
    expect(show(line('TASK [Install]'), { group: group() }).buttons).toEqual(['open Install']);
    expect(show(line('PLAY RECAP'), { group: group({ name: '', kind: 'recap' }) }).buttons).toEqual(['open recap']);
  });

  it('should count its hosts, only states that there are', () => {
    const { text } = show(line('TASK [Install]'), { group: group() });
    expect(text).toContain('2 ok');
    expect(text).toContain('1 failed');
    expect(text).not.toMatch(/\b0 /);
  });

  it('should last to what follows, and a recap lasts no time', () => {
    expect(show(line('TASK [Install]'), { group: group() }).text).toContain('2500 ms');
    expect(show(line('PLAY RECAP'), { group: group({ kind: 'recap' }) }).text).not.toContain('ms');
    expect(show(line('TASK [Install]'), { group: group({ time: 0 }) }).text).not.toContain('ms');
  });
});

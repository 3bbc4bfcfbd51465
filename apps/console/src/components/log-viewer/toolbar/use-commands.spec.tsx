/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent } from '@testing-library/react';
import { DomStage } from '../../testing/drawn.js';
import type { LogLabels } from '../labels.js';
import { createLogParts, type LogParts } from '../log-parts.js';
import type { LogViewerProps } from '../log-viewer-props.js';
import { SpecLog } from '../testing/spec-log.js';
import type { LogSource, LogTarget } from '../types.js';
import { useCommands } from './use-commands.js';

const stage = new DomStage();
const copied = jest.fn<(text: string) => Promise<void>>();
const toEnd = jest.fn();
const toStart = jest.fn();
const focus = jest.fn();
const step = jest.fn<(by: 1 | -1) => void>();
const onTargetChange = jest.fn<(target: LogTarget) => void>();
let parts: LogParts;

beforeEach(async () => {
  await stage.start();
  jest.clearAllMocks();
  copied.mockResolvedValue();
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } });
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body });
  const source: LogSource = {
    fetchLines: new SpecLog(50).fetchLines,
    fetchSections: () => Promise.resolve([]),
    fetchOutline: () => Promise.reject(new Error('none')),
    search: () => Promise.reject(new Error('none')),
    subscribe: () => () => undefined,
  };
  parts = createLogParts({ source, live: false, outcome: 'success' });
  Object.assign(parts.pane, { toEnd, toStart, focus });
  Object.assign(parts.find, { step });
});
afterEach(() => stage.stop());

const labels: Partial<LogLabels> = { linkCopied: 'Link copied' };
const root = { current: document.body };

function commands(props: Partial<LogViewerProps> = {}) {
  const whole = { labels, onTargetChange, linkOf: ({ from, to }: LogTarget) => `#L${from}-L${to}`, ...props };
  return stage.hook(() => useCommands({ parts, root, props: whole as LogViewerProps })).result;
}
const press = (key: string, more: KeyboardEventInit = {}) =>
  act(() => void fireEvent.keyDown(document.body, { key, ...more }));

describe('what a reader of a log can do', () => {
  it('should go to the start and to the end by keys', () => {
    commands();
    press('g');
    press('G');
    expect([toStart, toEnd].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  it('should open find, and count each opening so that the field gets the focus again', () => {
    const result = commands();
    press('f', { ctrlKey: true });
    press('f', { ctrlKey: true });
    expect(parts.find.state.get().open).toBe(true);
    expect(result().openings).toBe(2);
  });

  it('should close find with the focus on the lines, and leave Escape to the dialog when find is closed', () => {
    commands();
    const dialog = jest.fn();
    addEventListener('keydown', dialog);
    press('f', { ctrlKey: true });
    press('Escape');
    expect(parts.find.state.get().open).toBe(false);
    expect(focus).toHaveBeenCalledTimes(1);
    expect(dialog).not.toHaveBeenCalled();
    press('Escape');
    expect(dialog).toHaveBeenCalledTimes(1);
    removeEventListener('keydown', dialog);
  });

  it('should step through hits in both directions', () => {
    commands();
    press('n');
    press('N');
    expect(step.mock.calls).toEqual([[1], [-1]]);
  });

  it('should toggle find by its button', () => {
    const result = commands();
    act(() => result().toggleFind());
    expect(parts.find.state.get().open).toBe(true);
    act(() => result().toggleFind());
    expect(parts.find.state.get().open).toBe(false);
  });
});

describe('the lines that the address points to', () => {
  it('should be the first line in sight when none is pointed to, and its link be copied', () => {
    commands();
    press('l');
    expect(onTargetChange.mock.calls).toEqual([[{ from: 1, to: 1 }]]);
    expect(copied.mock.calls).toEqual([['#L1-L1']]);
  });

  it('should stay those that are pointed to already', () => {
    commands({ target: { from: 3, to: 5 } });
    press('l');
    expect(copied.mock.calls).toEqual([['#L3-L5']]);
  });

  it('should be the line whose number is pressed, or all up to it with Shift', () => {
    const result = commands({ target: { from: 3, to: 3 } });
    act(() => result().choose(7));
    act(() => result().choose(7, true));
    expect(onTargetChange.mock.calls).toEqual([[{ from: 7, to: 7 }], [{ from: 3, to: 7 }]]);
  });

  it('should change without a link where the log has no address', () => {
    const result = commands({ linkOf: undefined });
    act(() => result().choose(7));
    expect(onTargetChange).toHaveBeenCalledTimes(1);
    expect(copied).not.toHaveBeenCalled();
  });
});

import type { LogTarget } from '../types.js';

const form = /^#L([1-9]\d{0,14})(?:-L([1-9]\d{0,14}))?$/;

/** Reads `#L120` or `#L120-L140`, ends in either order; anything else is no target. */
export function parseTarget(hash: string): LogTarget | undefined {
  const match = form.exec(hash);
  if (!match) {
    return undefined;
  }
  const first = Number(match[1]);
  const second = Number(match[2] ?? match[1]);
  return { from: Math.min(first, second), to: Math.max(first, second) };
}

export function formatTarget(target: LogTarget): string {
  return target.from === target.to ? `#L${target.from}` : `#L${target.from}-L${target.to}`;
}

/** The target after a click on a line number; with `extend` (shift) the range from the old target's start to it. */
export function pickLine(current: LogTarget | undefined, line: number, extend: boolean): LogTarget {
  if (!extend || !current) {
    return { from: line, to: line };
  }
  return { from: Math.min(current.from, line), to: Math.max(current.from, line) };
}

import { setTimeout as delay } from 'node:timers/promises';
import { askFromTheTop } from './ask-from-the-top.js';
import type { Place } from './place.js';
import { sendSignal } from './send-signal.js';
import type { ProcessGroup } from './spawn-group.js';
import type { StopManner } from './stop-manner.js';

/** How often it is looked whether a tool has begun, in milliseconds. */
const BEGIN_MS = 2;
/** How often a tool whose grace is over is asked about again, and how long it may get at most, in milliseconds. */
const [LONGER_STEP_MS, LONGEST_MORE_MS] = [1_000, 600_000];

/** Orders from outside. */
export interface StopSignals {
  /** Aborted when the tool must stop; with the reason `'kill'` at once. */
  stop: AbortSignal;
  /** Aborted when nothing may live any longer, also while the tool still has time. */
  kill?: AbortSignal | undefined;
}

/** A tool that runs. */
export interface StoppableTool extends Pick<ProcessGroup, 'pid' | 'toolPid' | 'child'> {
  ended: Promise<unknown>;
  place: Place;
  manner: StopManner;
  /** Called when it is asked to stop. */
  onAsk?: (() => void) | undefined;
  /** Whether it must not be killed yet, asked again and again once its grace is over, for ten minutes at most. */
  needsLonger?: (() => Promise<boolean>) | undefined;
  /** Called when its grace is over and it is killed. */
  onLate?: (() => void) | undefined;
}

/** Watches the order to stop while a tool runs. */
export interface StopLadder {
  /** Resolves when the processes are gone, at once when no stop was ordered. */
  settled(): Promise<void>;
  /** Stops watching. */
  release(): void;
}

/**
 * Ends a tool as soon as `stop` is aborted: it is asked in its manner and has its grace; then, and at once on a kill,
 * everything that is left of the attempt is killed.
 */
export function stopLadder(signals: StopSignals, tool: StoppableTool): StopLadder {
  const { stop } = signals;
  let ending: Promise<unknown> = Promise.resolve();
  const climb = (): void => {
    ending = endTool(signals, tool);
  };
  if (stop.aborted) {
    climb();
  } else {
    stop.addEventListener('abort', climb, { once: true });
  }
  return {
    settled: async () => void (await ending),
    release: () => stop.removeEventListener('abort', climb),
  };
}

async function endTool({ stop, kill }: StopSignals, tool: StoppableTool): Promise<void> {
  if (stop.reason !== 'kill' && !kill?.aborted) {
    tool.onAsk?.();
    const cut = kill ?? new AbortController().signal;
    const isLate = await ask(tool, cut);
    if (isLate && (await isLateStill(tool, cut))) {
      tool.onLate?.();
    }
  }
  await tool.place.kill([tool.pid]);
}

/** Resolves when what was asked is gone, when the grace is over, which it answers, and on a kill. */
async function ask(tool: StoppableTool, kill: AbortSignal): Promise<boolean> {
  const { ended, place, manner } = tool;
  const { signal, graceMs, childrenAfterMs } = manner;
  const pid = await begun(tool);
  if (pid !== null) {
    if (childrenAfterMs === null) {
      place.remember(tool.pid, { signal: null, graceMs });
    }
    sendSignal(pid, signal);
  }
  const find = (): number[] => place.living([tool.pid]);
  return childrenAfterMs === null
    ? within(ended, graceMs, kill)
    : askFromTheTop({ tool: pid ?? 0, find, graceMs, stepMs: childrenAfterMs, kill });
}

/** Lets a tool go on that needs longer. Resolves with false when it has ended, or is to be killed at once. */
async function isLateStill({ ended, needsLonger }: StoppableTool, kill: AbortSignal): Promise<boolean> {
  const until = performance.now() + LONGEST_MORE_MS;
  while (needsLonger && performance.now() < until && (await needsLonger())) {
    if (!(await within(ended, LONGER_STEP_MS, kill))) {
      return false;
    }
  }
  return true;
}

/** The tool, once what starts it has done so; `null` = it is over. */
async function begun({ child, toolPid }: StoppableTool): Promise<number | null> {
  while (toolPid() === null && child.exitCode === null && child.signalCode === null) {
    await delay(BEGIN_MS);
  }
  return toolPid();
}

function within(ended: Promise<unknown>, ms: number, cut: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (isLate: boolean): void => {
      clearTimeout(timer);
      cut.removeEventListener('abort', done);
      resolve(isLate);
    };
    const done = (): void => finish(false);
    const timer = setTimeout(() => finish(true), ms);
    cut.addEventListener('abort', done, { once: true });
    void ended.then(done, done);
  });
}

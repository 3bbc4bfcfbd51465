import { setTimeout as delay } from 'node:timers/promises';
import { findProcess } from './process-table.js';
import { sendSignal } from './send-signal.js';

/** Looking takes a glance at every process of the machine: often at first, when most end, then less. */
const FIRST_LOOK_MS = 25;
const LAST_LOOK_MS = 500;
const LOOK_GROWTH = 1.1;

/** Processes that are asked to end, and for how long. */
export interface Asking {
  /** Process that was asked already. */
  tool: number;
  /** The living processes: ids, or the negative id of a group where no other is known. */
  find(): number[];
  graceMs: number;
  /** Milliseconds between a process and its children. */
  stepMs: number;
  /** Cuts the grace short. */
  kill: AbortSignal;
}

/**
 * Asks living processes to end by SIGTERM, each once, from the top: the children of one that was asked get their turn
 * `stepMs` later, or as soon as it is gone. So a tool in a script can end its own children in order.
 * Resolves when none is left (false), the time is over (true) or it is cut short (false).
 */
export async function askFromTheTop({ tool, find, graceMs, stepMs, kill }: Asking): Promise<boolean> {
  const began = performance.now();
  const asked = new Map([[tool, began]]);
  const isDue = (pid: number, living: ReadonlySet<number>): boolean => {
    const parent = pid < 0 ? tool : (findProcess(pid)?.parent ?? 0);
    const since = pid < 0 || living.has(parent) ? asked.get(parent) : -Infinity;
    return since !== undefined && performance.now() - since >= stepMs;
  };
  for (let pause = FIRST_LOOK_MS; !kill.aborted; pause = Math.min(pause * LOOK_GROWTH, LAST_LOOK_MS)) {
    const living = new Set(find());
    if (living.size === 0 || performance.now() - began >= graceMs) {
      return living.size > 0;
    }
    const due = [...living].filter((pid) => !asked.has(pid) && isDue(pid, living));
    due.forEach((pid) => {
      asked.set(pid, performance.now());
      sendSignal(pid, 'SIGTERM');
    });
    await delay(Math.min(pause, graceMs), undefined, { signal: kill }).catch(() => undefined);
  }
  return false;
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.js';
import type { Fault } from './fault.js';

/** How fast faults follow each other. */
interface Pace {
  /** Pause between two beginnings, in milliseconds. */
  pauseMs: { least: number; most: number };
  /** Most faults that last at the same time. */
  atOnce: number;
}

const USUAL: Pace = { pauseMs: { least: 200, most: 2_000 }, atOnce: 6 };
/** Tries of a recovery that cannot succeed at once, such as of a store that is still going down. */
const RECOVERY_TRIES = 5;
const MENDING_PAUSE_MS = 1_000;

/** Lets faults happen, one after the other and some in parallel, until it is aborted. */
export class FaultPlan {
  /** Faults that have happened, by name. */
  readonly counts: Record<string, number> = {};
  private readonly busy = new Set<string>();
  private readonly active = new Set<Promise<void>>();

  constructor(
    private readonly faults: readonly Fault[],
    private readonly random: Random,
    private readonly log: (line: string) => void,
    private readonly pace: Pace = USUAL,
  ) {}

  /** Resolves when the signal was aborted and everything is recovered. */
  async run(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await sleep(this.random.between(this.pace.pauseMs.least, this.pace.pauseMs.most), over);
      if (!over.aborted && this.active.size < this.pace.atOnce) {
        this.draw(over);
      }
    }
    await Promise.all(this.active);
  }

  private draw(over: AbortSignal): void {
    const fault = this.random.weighted(this.faults);
    const target = fault.target(this.random);
    const seconds = this.random.between(fault.lasts.least, fault.lasts.most);
    if (this.busy.has(target)) {
      return;
    }
    this.busy.add(target);
    this.counts[fault.name] = (this.counts[fault.name] ?? 0) + 1;
    const work = this.happen(fault, target, seconds, over).finally(() => {
      this.busy.delete(target);
      this.active.delete(work);
    });
    this.active.add(work);
  }

  private async happen(fault: Fault, target: string, seconds: number, over: AbortSignal): Promise<void> {
    this.log(`${fault.name}: ${target}, ${seconds.toFixed(1)} s`);
    await this.attempt(fault, 'begin', target);
    await sleep(seconds * 1000, over);
    for (let tries = 1; tries <= RECOVERY_TRIES && !(await this.attempt(fault, 'recover', target)); tries++) {
      await pause(MENDING_PAUSE_MS);
    }
  }

  /** True when it worked. */
  private async attempt(fault: Fault, step: 'begin' | 'recover', target: string): Promise<boolean> {
    try {
      await fault[step](target);
      return true;
    } catch (error) {
      this.log(`${fault.name}: could not ${step} ${target}: ${String(error)}`);
      return false;
    }
  }
}

async function sleep(ms: number, over: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal: over }).catch(() => undefined);
}

import { refusal } from './refusals.js';

interface Line {
  /** How many are worked on. */
  active: number;
  waiting: (() => void)[];
}

/**
 * How long a turn rests after a piece of work, in milliseconds, before it goes over to who waits for it.
 * @param workedMs what the work took
 */
export type Rest = (workedMs: number) => number;

/** Lets so many pieces of work of each key go on at a time; the others wait in order of arrival. */
export class FairTurns {
  private readonly lines = new Map<string, Line>();

  constructor(private readonly rest: Rest = () => 0) {}

  /**
   * Waits for a turn. Answers what to call when the work ended.
   * @param atATime most pieces of the key that go on together
   * @param givenUp ends the wait
   * @throws 429 when `maxWaiting` wait; the reason of `givenUp`
   */
  async enter(key: string, atATime: number, maxWaiting: number, givenUp?: AbortSignal): Promise<() => void> {
    const line = this.lines.get(key) ?? { active: 0, waiting: [] };
    this.lines.set(key, line);
    if (line.active >= atATime) {
      if (line.waiting.length >= maxWaiting) {
        throw refusal(429, 'too_many_requests');
      }
      await waitIn(line, givenUp);
    } else {
      line.active++;
    }
    const begun = performance.now();
    let entered = true;
    return () => {
      if (entered) {
        entered = false;
        this.leave(key, line, performance.now() - begun);
      }
    };
  }

  /** The turn goes over to who waits longest, after its rest. */
  private leave(key: string, line: Line, workedMs: number): void {
    const rest = line.waiting.length > 0 ? this.rest(workedMs) : 0;
    if (rest > 0) {
      setTimeout(() => this.handOver(key, line), rest).unref();
    } else {
      this.handOver(key, line);
    }
  }

  private handOver(key: string, line: Line): void {
    const next = line.waiting.shift();
    if (next) {
      next();
      return;
    }
    line.active--;
    if (line.active === 0) {
      this.lines.delete(key);
    }
  }
}

function waitIn({ waiting }: Line, givenUp: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(givenUp?.reason);
    };
    const begin = (): void => {
      givenUp?.removeEventListener('abort', leave);
      resolve();
    };
    givenUp?.throwIfAborted();
    waiting.push(begin);
    givenUp?.addEventListener('abort', leave, { once: true });
  });
}

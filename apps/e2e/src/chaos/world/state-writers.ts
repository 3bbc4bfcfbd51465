import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type StateAddress, StateClient, stateBytes } from '../../support/state-client.js';
import type { Random } from '../random.js';
import type { Journal } from './journal.js';
import { StateCaller } from './state-caller.js';

const WRITERS = 4;
/** Bytes of most states, and of a few whose writing takes long enough to be interrupted. */
const SMALL = { least: 5_000, most: 100_000 } as const;
const LARGE = { least: 1_000_000, most: 4_000_000 } as const;
/** Stands in every state. */
export const STATE_SECRET = `cnry${createHash('sha256').update('a secret of a state').digest('hex').slice(0, 24)}`;

export interface StateWritersOptions {
  workspaces: readonly StateAddress[];
  /** Origins of the apis. */
  origins: readonly string[];
  random: Random;
  journal: Journal;
}

/**
 * Terraforms that compete for a few workspaces: each takes the lock, reads the state, writes the next one and gives the
 * lock back, at whichever api answers. A request without an answer is sent again, and a lock that nobody may hold any more is freed.
 */
export class StateWriters {
  private readonly client = new StateClient();
  private readonly caller: StateCaller;
  /** Ids of locks that nobody wants any more; a call that was given up may still take one. */
  private readonly abandoned = new Set<string>();

  constructor(private readonly options: StateWritersOptions) {
    this.caller = new StateCaller(this.client, options);
  }

  /** Resolves when the signal was aborted and the last call is over. */
  async run(over: AbortSignal): Promise<void> {
    const { random } = this.options;
    const work = async (): Promise<void> => {
      while (!over.aborted) {
        const at = random.pick(this.options.workspaces);
        await (random.chance(0.2) ? this.caller.read(at, null) : this.apply(at));
        await pause(random.between(0, 150));
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, work));
  }

  /** Reads the state of each workspace once nothing goes wrong any more. */
  async lookAtAll(): Promise<void> {
    for (const at of this.options.workspaces) {
      await this.caller.read(at, null);
    }
    await this.client.close();
  }

  private async apply(at: StateAddress): Promise<void> {
    const lockId = randomUUID();
    const { outcome, holder } = await this.caller.lock(at, lockId);
    if (outcome === 'done') {
      await this.write(at, lockId);
    }
    await (outcome === 'refused' ? this.free(at, holder) : this.caller.unlock(at, lockId));
    this.abandoned.add(lockId);
  }

  private async write(at: StateAddress, lockId: string): Promise<void> {
    const { random } = this.options;
    const read = await this.caller.read(at, lockId);
    if (read.outcome === 'done') {
      const { least, most } = random.chance(0.06) ? LARGE : SMALL;
      const content = { serial: (read.state?.serial ?? 0) + 1, bytes: random.whole(least, most) };
      await this.caller.write(at, lockId, stateBytes({ ...content, mark: `${STATE_SECRET} ${lockId}` }));
    }
  }

  /** As `terraform force-unlock` does. */
  private async free(at: StateAddress, holder: string): Promise<void> {
    if (this.abandoned.has(holder)) {
      this.options.journal.count('states freed');
      await this.caller.unlock(at, holder, false);
    }
  }
}

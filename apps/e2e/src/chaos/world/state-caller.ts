import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  lockCall,
  readCall,
  type StateAddress,
  type StateAnswer,
  type StateCall,
  type StateClient,
  unlockCall,
  writeCall,
} from '../../support/state-client.js';
import type { StateOperation } from '../history/state-history.js';
import type { Random } from '../random.js';
import type { Journal } from './journal.js';

/** Before a call is made again, in milliseconds. */
const PAUSE_MS = { least: 20, most: 500 } as const;
/** How often a call is made until it is answered, and how long an answer is waited for, in milliseconds. */
const TRIES = 4;
const PATIENCE_MS = 5_000;
/** Where the serial of a state stands. */
const HEAD_BYTES = 200;
/** Some callers go away after so long. */
const IMPATIENT = { share: 0.08, least: 1, most: 120 } as const;

type Outcome = StateOperation['outcome'];
type State = StateOperation['state'];

interface Made {
  outcome: Outcome;
  answer: StateAnswer | null;
  state: State;
}

interface CallerOptions {
  origins: readonly string[];
  random: Random;
  journal: Journal;
}

/** Makes calls of the HTTP backend through all that goes wrong, and writes down what each came to. */
export class StateCaller {
  constructor(
    private readonly client: StateClient,
    private readonly options: CallerOptions,
  ) {}

  /** @returns also the id of the lock that somebody else has */
  async lock(at: StateAddress, lockId: string): Promise<{ outcome: Outcome; holder: string }> {
    const { outcome, answer } = await this.make(at, { kind: 'lock', lockId }, lockCall(at.path, lockId));
    return { outcome, holder: outcome === 'refused' ? idOf(answer?.body) : '' };
  }

  /** @param counts false = it is not the holder who does it */
  async unlock(at: StateAddress, lockId: string, counts = true): Promise<Outcome> {
    const call = unlockCall(at.path, lockId);
    return (await this.make(at, { kind: 'unlock', lockId }, call, counts)).outcome;
  }

  async read(at: StateAddress, lockId: string | null): Promise<{ outcome: Outcome; state: State }> {
    return this.make(at, { kind: 'read', lockId }, readCall(at.path));
  }

  async write(at: StateAddress, lockId: string, state: Buffer): Promise<void> {
    await this.make(at, { kind: 'write', lockId }, writeCall(at.path, state, lockId));
  }

  /** Calls until there is an answer that decides, and notes what came of it. */
  private async make(
    at: StateAddress,
    { kind, lockId }: Pick<StateOperation, 'kind' | 'lockId'>,
    call: StateCall,
    counts = true,
  ): Promise<Made> {
    const began = performance.now();
    let [answer, tries]: [StateAnswer | null, number] = [null, 0];
    while (answer === null && tries < TRIES) {
      answer = await this.once(call);
      tries++;
    }
    const outcome = outcomeOf(answer);
    this.options.journal.count(`states ${kind} ${outcome}`);
    const state = stateOf(call.method === 'POST' ? call.body : outcome === 'done' ? answer?.body : undefined);
    const refusal = outcome === 'refused' ? textOf(answer) : undefined;
    const operation = { kind, lockId, began, ended: performance.now(), outcome, refusal, retried: tries > 1, state };
    if (counts) {
      this.options.journal.states.push({ workspace: at.inventoryId, ...operation });
    }
    return { outcome, answer, state };
  }

  /** `null` = no answer, or one that decides nothing. */
  private async once(call: StateCall): Promise<StateAnswer | null> {
    const { random, origins } = this.options;
    const isImpatient = random.chance(IMPATIENT.share);
    const ms = isImpatient ? random.whole(IMPATIENT.least, IMPATIENT.most) : PATIENCE_MS;
    try {
      const answer = await this.client.send(random.pick(origins), call, AbortSignal.timeout(ms));
      if (DECIDING.has(answer.status)) {
        return answer;
      }
      this.options.journal.count(`states answered ${answer.status}`);
    } catch (error) {
      this.options.journal.count(`states without an answer: ${(error as NodeJS.ErrnoException).code ?? String(error)}`);
    }
    await pause(random.between(PAUSE_MS.least, PAUSE_MS.most));
    return null;
  }
}

const REFUSED = new Set([400, 409, 413, 423]);
const DECIDING = new Set([200, 404, ...REFUSED]);

const outcomeOf = (answer: StateAnswer | null): Outcome =>
  answer === null ? 'unknown' : REFUSED.has(answer.status) ? 'refused' : 'done';

const textOf = (answer: StateAnswer | null): string =>
  `${answer?.status} ${answer?.body.toString('utf8', 0, HEAD_BYTES) ?? ''}`;

/** `null` also for what is no state; half a state has a serial and a hash that nobody wrote. */
function stateOf(body: Buffer | undefined): State {
  const serial = /"serial": (\d+)/.exec(body?.toString('latin1', 0, HEAD_BYTES) ?? '')?.[1];
  const md5 = createHash('md5')
    .update(body ?? '')
    .digest('base64');
  return serial === undefined ? null : { serial: Number(serial), md5 };
}

function idOf(body: Buffer | undefined): string {
  const id = /"ID":"([\w-]+)"/.exec(body?.toString() ?? '')?.[1];
  return id ?? '';
}

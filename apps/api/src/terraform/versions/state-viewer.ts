import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { problem } from '@switchyard/contracts';
import { UserError } from '@switchyard/server';
import {
  MAX_WAITING_STATES,
  MAX_WAITING_STATES_OF_PROJECT,
  SMALL_STATE_BYTES,
  STATE_HERE,
  STATE_LIMITS,
  STATE_MS,
  STATE_THREAD_MIB,
  STATE_THREADS,
  STATE_WAIT_MS,
} from '../../platform/bounds.js';
import { badRequest, refusal } from '../../platform/http/refusals.js';
import { ownFile } from '../../own-file.js';
import { BoundedWork, movable } from '../../platform/workers/bounded-work.js';
import { BudgetSpent } from '../../platform/workers/work-budget.js';
import { JobEnded, WorkersBusy } from '../../platform/workers/worker-pool.js';
import { type StateJob, type StateView, viewState } from './view-state.js';

/** A version to show. */
export interface AskedState {
  projectId: number;
  /** Bytes of the version and of the one before. */
  size: number;
  read: () => Promise<StateJob>;
}

/** Shows versions of states: small ones at once, others in threads, within bounds of work, time and memory. */
@Injectable()
export class StateViewer implements OnApplicationShutdown {
  private readonly work = new BoundedWork<StateJob, StateView>(viewState, {
    file: ownFile('terraform/versions/state-thread.js'),
    threads: STATE_THREADS,
    memoryMib: STATE_THREAD_MIB,
    maxWaiting: MAX_WAITING_STATES,
    maxWaitingOfKey: MAX_WAITING_STATES_OF_PROJECT,
    waitMs: STATE_WAIT_MS,
    limitMs: STATE_MS,
    here: STATE_HERE,
    away: STATE_LIMITS,
  });

  onApplicationShutdown(): Promise<void> {
    return this.work.close();
  }

  /** @throws 400 when it is too large to show, 409 when it is no state, 429 when too many wait, and what reading throws */
  async view({ projectId, size, read }: AskedState): Promise<StateView> {
    const small = size <= SMALL_STATE_BYTES ? await read() : null;
    const view = await this.work.run({ key: `project:${projectId}`, small, sent: () => sent(read) }).catch(refuse);
    if (view.fault !== null) {
      throw refusal(409, view.fault);
    }
    return view;
  }
}

async function sent(read: () => Promise<StateJob>) {
  const { now, before } = await read();
  const job = { now: movable(now), before: before && movable(before) };
  return { job, transfer: [job.now.buffer, ...(job.before ? [job.before.buffer] : [])] };
}

function refuse(error: unknown): never {
  if (error instanceof BudgetSpent || error instanceof JobEnded) {
    throw badRequest('state_large');
  }
  if (error instanceof WorkersBusy) {
    throw new UserError(429, problem('too_many_requests'));
  }
  throw error;
}

import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { problem } from '@switchyard/contracts';
import { UserError } from '@switchyard/server';
import { ownFile } from '../../../own-file.js';
import {
  BOX_LIMITS,
  BOX_MS,
  BOX_THREAD_MIB,
  BOX_WAIT_MS,
  MAX_WAITING_BOXES,
  MAX_WAITING_BOXES_OF_RUNNER,
  SMALL_BOX_BYTES,
} from '../../../platform/bounds.js';
import { BoundedWork, movable } from '../../../platform/workers/bounded-work.js';
import { JobEnded, WorkersBusy } from '../../../platform/workers/worker-pool.js';
import type { RunnerIdentity } from '../identity/runner-identity.js';
import { type BoxJob, boxWork } from './box-work.js';

type Keyed = Pick<RunnerIdentity, 'id' | 'sharedKey'>;

/** Seals and opens what travels between runners and this server (`nacl.box`): what is small at once, the rest in a thread. */
@Injectable()
export class Boxes implements OnApplicationShutdown {
  private readonly work = new BoundedWork<BoxJob, Uint8Array | null>(boxWork, {
    file: ownFile('runners/gateway/boxes/box-thread.js'),
    threads: 1,
    memoryMib: BOX_THREAD_MIB,
    maxWaiting: MAX_WAITING_BOXES,
    maxWaitingOfKey: MAX_WAITING_BOXES_OF_RUNNER,
    waitMs: BOX_WAIT_MS,
    limitMs: BOX_MS,
    here: { steps: SMALL_BOX_BYTES, kept: 0 },
    away: BOX_LIMITS,
  });

  onApplicationShutdown(): Promise<void> {
    return this.work.close();
  }

  /**
   * `null` = they do not open.
   * @param sealed is not to be used afterwards
   * @throws UserError 429 when too many wait, or it takes too long on a busy machine: the runner sends it again
   */
  async open(runner: Keyed, sealed: Uint8Array, nonce: Uint8Array): Promise<Buffer | null> {
    const bytes = await this.run(runner, { does: 'open', bytes: sealed, nonce });
    return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** As {@link open}. @param bytes are not to be used afterwards */
  async seal(runner: Keyed, bytes: Uint8Array, nonce: Uint8Array): Promise<Buffer> {
    return Buffer.from((await this.run(runner, { does: 'seal', bytes, nonce })) ?? []);
  }

  private run({ id, sharedKey }: Keyed, job: Omit<BoxJob, 'sharedKey'>): Promise<Uint8Array | null> {
    const whole = { ...job, bytes: movable(job.bytes), sharedKey };
    return this.work
      .run({
        key: String(id),
        small: whole.bytes.length <= SMALL_BOX_BYTES ? whole : null,
        sent: () => ({ job: whole, transfer: [whole.bytes.buffer] }),
      })
      .catch((error: unknown) => {
        throw error instanceof WorkersBusy || error instanceof JobEnded
          ? new UserError(429, problem('too_many_requests'))
          : error;
      });
  }
}

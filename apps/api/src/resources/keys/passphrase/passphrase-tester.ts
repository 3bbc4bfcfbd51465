import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type PassphraseTest, problem } from '@switchyard/contracts';
import { UserError } from '@switchyard/server';
import { ownFile } from '../../../own-file.js';
import {
  MAX_WAITING_PASSPHRASES,
  PASSPHRASE_MS,
  PASSPHRASE_THREAD_MIB,
  PASSPHRASE_WAIT_MS,
} from '../../../platform/bounds.js';
import { JobEnded, WorkerPool, WorkersBusy } from '../../../platform/workers/worker-pool.js';

/** Tests passphrases in a thread, because a key states how much work it takes to open it. */
@Injectable()
export class PassphraseTester implements OnApplicationShutdown {
  private readonly threads = new WorkerPool<PassphraseTest, boolean | null>({
    file: ownFile('resources/keys/passphrase/passphrase-thread.js'),
    threads: 1,
    memoryMib: PASSPHRASE_THREAD_MIB,
    maxWaiting: MAX_WAITING_PASSPHRASES,
    waitMs: PASSPHRASE_WAIT_MS,
    limitMs: PASSPHRASE_MS,
  });

  onApplicationShutdown(): Promise<void> {
    return this.threads.close();
  }

  /** `null` = it was not tested. @throws UserError 429 when too many wait */
  async opens(test: PassphraseTest): Promise<boolean | null> {
    try {
      return await this.threads.run(test);
    } catch (error) {
      if (error instanceof JobEnded) {
        return null;
      }
      throw error instanceof WorkersBusy ? new UserError(429, problem('too_many_requests')) : error;
    }
  }
}

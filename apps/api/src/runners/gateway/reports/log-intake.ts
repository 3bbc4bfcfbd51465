import { messageOf } from '@switchyard/concurrency';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { type LogAnswer, type LogChunk, problem } from '@switchyard/contracts';
import { isOwnFault, reasonOf, type Settled, settleEach, settleTogether } from '@switchyard/database';
import { appendLog, type AppendResult, type Engine, failHeld, LeaseLostError } from '@switchyard/engine';
import { mapInTurns } from '../../../platform/workers/in-turns.js';
import { ENGINE } from '../../../platform/infrastructure/tokens.js';
import { ApiMetrics } from '../../../platform/metrics/api-metrics.js';
import { AttemptMaskers } from './attempt-maskers.js';
import { type IntakeChunk, readChunks } from './chunk-intake.js';
import { maskChunk } from './mask-chunk.js';
import type { NamingMasker } from './naming-masker.js';

/**
 * Takes the log requests of runners. The chunks of a request are of several attempts, and each is read, masked and
 * stored by itself: an attempt whose chunk never can be ends as `error` with the reason, one that failed by what may
 * pass is sent again by its runner.
 */
@Injectable()
export class LogIntake {
  private readonly log = new Logger(LogIntake.name);

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly maskers: AttemptMaskers,
    private readonly metrics: ApiMetrics,
  ) {}

  /**
   * @throws UserError 400 when nothing of the frame can be read
   * @throws what the first chunk failed with, when it may pass and no other one was stored
   */
  async append(runnerId: number, frame: unknown): Promise<LogAnswer> {
    const sent = await readChunks(frame instanceof Uint8Array ? frame : new Uint8Array());
    const maskers = await settleEach(sent, ({ chunk }) => this.maskers.of(chunk.head.attempt));
    const read = await mapInTurns(sent, (chunk, index) => this.masked(chunk, maskers[index]));
    const good = read.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const stored = await settleTogether(good, (chunks) => appendLog(this.engine, runnerId, chunks));
    const next = stored[Symbol.iterator]();
    const results = read.map((each) => (each.status === 'rejected' ? each : (next.next().value ?? each)));
    return this.answer(runnerId, sent, results as Settled<AppendResult>[]);
  }

  private masked(sent: IntakeChunk, masker: Settled<NamingMasker> | undefined): Settled<LogChunk> {
    if ('fault' in sent) {
      return { status: 'rejected', reason: sent.fault };
    }
    if (masker?.status !== 'fulfilled') {
      return { status: 'rejected', reason: masker?.reason };
    }
    this.metrics.logTaken(sent.chunk.head.n, sent.plain.length);
    try {
      return { status: 'fulfilled', value: maskChunk(sent, masker.value) };
    } catch (reason) {
      return { status: 'rejected', reason };
    }
  }

  private async answer(
    runnerId: number,
    sent: readonly IntakeChunk[],
    results: readonly Settled<AppendResult>[],
  ): Promise<LogAnswer> {
    const [ack, stale] = [new Map<number, number>(), new Set<number>()];
    const passing: unknown[] = [];
    for (const [i, result] of results.entries()) {
      const head = sent[i]?.chunk.head;
      if (result.status === 'fulfilled') {
        note(ack, stale, result.value);
      } else if (head && (isOwnFault(result.reason) ? await this.giveUp(runnerId, head, result.reason) : false)) {
        stale.add(head.attempt);
      } else {
        passing.push(result.reason);
      }
    }
    if (passing.length > 0 && ack.size + stale.size === 0) {
      throw passing[0];
    }
    return { ack: [...ack], stale: [...stale] };
  }

  /** True when the attempt is over: its runner shall forget it. */
  private async giveUp(runnerId: number, { attempt, lease }: LogChunk['head'], error: unknown): Promise<boolean> {
    this.log.warn(`the log of attempt ${attempt} cannot be stored: ${messageOf(error)}`);
    const [ended] = await settleEach([{ attempt, lease }], (held) =>
      failHeld(this.engine, runnerId, held, problem('log_unstorable', { reason: reasonOf(error) })),
    );
    return ended?.status === 'fulfilled' || ended?.reason instanceof LeaseLostError;
  }
}

function note(ack: Map<number, number>, stale: Set<number>, result: AppendResult): void {
  if (result.result === 'stale') {
    stale.add(result.attempt);
  } else {
    ack.set(result.attempt, result.next);
  }
}

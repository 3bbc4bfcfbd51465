import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { backoff } from '@switchyard/concurrency';
import type { AuditRecord } from '@switchyard/contracts';
import {
  beginBatch,
  type ClaimedReceiver,
  claimReceivers,
  endBatch,
  failBatch,
  readBatch,
  releaseReceiver,
  SettledIds,
} from '@switchyard/database';
import type { Engine } from '@switchyard/engine';
import type { Logger } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { ENGINE, LOGGER } from '../../infrastructure/infrastructure.js';
import type { Outcome } from '../message-sender.js';
import { AuditSender } from './audit-sender.js';

/** Most records and bytes of JSON of one batch; one record at least. */
const BATCH = { records: 500, bytes: 1_048_576 } as const;
/** Most batches to one receiver before others have their turn. */
const ROUND = 20;
const PAUSE_SECONDS = { min: 5, max: 300, jitter: 'equal' } as const;
/** Longest wish of a receiver that is honoured. */
const LONGEST_WISH_SECONDS = 3_600;
/** How long tries may go on when the process is to end. */
const END_MS = 2_000;

/** Brings the audit log to its receivers, each record in its order and at least once. A receiver that hangs holds back itself alone. */
@Injectable()
export class AuditDelivery implements OnModuleDestroy {
  private readonly settled: SettledIds;
  private readonly underWay = new Set<Promise<void>>();
  private readonly end = new AbortController();

  constructor(
    private readonly dataSource: DataSource,
    private readonly sender: AuditSender,
    @Inject(ENGINE) private readonly engine: { signals: Pick<Engine['signals'], 'deliveryListsChanged'> },
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.settled = new SettledIds(dataSource, 'audit_id_seq');
  }

  /** Fulfilled when every receiver that is due has begun. */
  async run(): Promise<void> {
    const settled = await this.settled.read();
    for (const receiver of await claimReceivers(this.dataSource, settled)) {
      const work: Promise<void> = this.deliver(receiver, settled)
        .catch((error: unknown) =>
          this.logger.warn({ err: error, receiver: receiver.id }, 'The audit log was not delivered'),
        )
        .finally(() => this.underWay.delete(work));
      this.underWay.add(work);
    }
  }

  async onModuleDestroy(): Promise<void> {
    const timer = setTimeout(() => this.end.abort(), END_MS);
    await Promise.all(this.underWay);
    clearTimeout(timer);
  }

  private async deliver(receiver: ClaimedReceiver, settled: string): Promise<void> {
    for (let round = 0, at: ClaimedReceiver | null = receiver; round < ROUND; round++) {
      at = await this.next(at, settled);
      if (at === null) {
        return;
      }
    }
    await releaseReceiver(this.dataSource, receiver);
  }

  /** Sends one batch. @returns where the receiver is then; null = it has everything, failed, or is not ours any more */
  private async next(receiver: ClaimedReceiver, settled: string): Promise<ClaimedReceiver | null> {
    const { position: after, batchEnd } = receiver;
    const read = { after, upTo: String(batchEnd ?? settled), limit: BATCH.records };
    const records = fitting(await readBatch(this.dataSource.manager, read));
    const last = records.at(-1)?.id;
    if (last === undefined) {
      const isAdvanced = await endBatch(this.dataSource, receiver, { position: read.upTo, delivered: false });
      return isAdvanced ? this.finished(receiver, batchEnd) : null;
    }
    const batch = receiver.batch ?? randomUUID();
    if (receiver.batch === null && !(await beginBatch(this.dataSource, receiver, { batch, end: last }))) {
      return null;
    }
    const outcome = await this.outcomeOf(receiver, { id: batch, records, signal: this.end.signal });
    if (outcome.result !== 'delivered') {
      await this.failed(receiver, outcome);
      return null;
    }
    const isOurs = await endBatch(this.dataSource, receiver, { position: String(last), delivered: true });
    this.announce();
    return isOurs ? { ...receiver, position: last, batch: null, batchEnd: null, failures: 0 } : null;
  }

  /** Ends the batch. Records that it named may have been removed because of their age: more may follow. */
  private async finished(receiver: ClaimedReceiver, batchEnd: number | null): Promise<ClaimedReceiver | null> {
    if (batchEnd !== null) {
      return { ...receiver, position: batchEnd, batch: null, batchEnd: null };
    }
    await releaseReceiver(this.dataSource, receiver);
    return null;
  }

  private async outcomeOf(receiver: ClaimedReceiver, batch: Parameters<AuditSender['send']>[1]): Promise<Outcome> {
    try {
      return await this.sender.send(receiver, batch);
    } catch (error) {
      this.logger.warn({ err: error, receiver: receiver.id }, 'Records of the audit log could not be sent');
      return { result: 'retry', status: null, error: 'internal', target: 'unknown' };
    }
  }

  private async failed(receiver: ClaimedReceiver, { status, error, retryAfterSeconds = 0 }: Outcome): Promise<void> {
    if (this.end.signal.aborted) {
      return releaseReceiver(this.dataSource, receiver);
    }
    const wish = Math.min(retryAfterSeconds, LONGEST_WISH_SECONDS);
    const seconds = Math.max(backoff(receiver.failures + 1, PAUSE_SECONDS), wish);
    if (receiver.failures === 0) {
      this.logger.warn(
        { receiver: receiver.id, status, reason: error },
        'A receiver of the audit log fails and is retried',
      );
    }
    await failBatch(this.dataSource, receiver, { status, error: error ?? 'internal', seconds });
    this.announce();
  }

  /** Pages of administrators show where each receiver is. */
  private announce(): void {
    this.engine.signals.deliveryListsChanged([{ projectId: null, of: 'audit' }]);
  }
}

/** The first records, within the bytes of a batch. */
function fitting(records: readonly AuditRecord[]): AuditRecord[] {
  let bytes = 0;
  const over = records.findIndex((record) => (bytes += JSON.stringify(record).length) > BATCH.bytes);
  return over === -1 ? [...records] : records.slice(0, Math.max(over, 1));
}

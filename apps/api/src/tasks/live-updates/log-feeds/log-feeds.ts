import { Injectable, Logger } from '@nestjs/common';
import type { LogBatch, LogGrowth } from '@switchyard/contracts';
import { settleInTurn, throwFailed } from '@switchyard/database';
import { DataSource } from 'typeorm';
import { MAX_BATCH_BYTES } from '../../../platform/bounds.js';
import { ApiMetrics } from '../../../platform/metrics/api-metrics.js';
import { findLogStart } from '../../logs/log-chunk.repository.js';
import { LogReader } from '../../logs/log-reader.js';
import { LogFeed } from './log-feed.js';

/** A feed without growth for so long is dropped, in milliseconds; the next growth makes a new one. */
const IDLE_MS = 600_000;

type Deliver = (projectId: number, batch: LogBatch) => void;

/** The log feeds of this replica: one for each task that somebody here watches. */
@Injectable()
export class LogFeeds {
  private readonly log = new Logger(LogFeeds.name);
  private readonly feeds = new Map<number, Promise<LogFeed>>();
  private readonly listeningSince = Date.now();
  private deliver: Deliver = () => {};

  constructor(
    private readonly reader: LogReader,
    private readonly dataSource: DataSource,
    private readonly metrics: ApiMetrics,
  ) {}

  /** Where batches go; set once at start. */
  onBatch(deliver: Deliver): void {
    this.deliver = deliver;
  }

  /** Passes the growth of logs to the feeds of watched tasks. @throws AggregateError after all others are served */
  async grew(growth: LogGrowth, isWatched: (projectId: number, taskId: number) => boolean): Promise<void> {
    this.forgetIdle();
    const watched = growth.filter(([projectId, taskId]) => isWatched(projectId, taskId));
    const settled = await settleInTurn(watched, async ([projectId, taskId, attempt, next]) => {
      const feed = await this.feed(projectId, taskId, () => this.startOf(taskId, attempt, next));
      feed.grew(attempt, next);
    });
    throwFailed('logs that grew', settled);
  }

  /** The feed of a task, made at the present end of its log when there is none. */
  open(projectId: number, taskId: number): Promise<LogFeed> {
    return this.feed(projectId, taskId, async () => {
      const { attempt, total } = await this.reader.extent(taskId);
      return { attempt, position: total };
    });
  }

  /** Every feed looks at the stored end of its log, after messages may have been missed. */
  async recheck(): Promise<void> {
    const settled = await settleInTurn([...this.feeds.values()], async (pending) => {
      const feed = await pending;
      const { attempt, total } = await this.reader.extent(feed.taskId);
      feed.grew(attempt, total);
    });
    throwFailed('logs that may have grown', settled);
  }

  /**
   * Where a feed starts that is made by the first growth of a task: at the first line of the newest attempt when this
   * replica has listened since before it, otherwise at the end, because earlier lines were somebody else's to deliver.
   */
  private async startOf(taskId: number, attempt: number, next: number): Promise<{ attempt: number; position: number }> {
    const row = await findLogStart(this.dataSource.manager, taskId, attempt);
    const sawAll = row !== undefined && row.created.getTime() >= this.listeningSince;
    return { attempt, position: sawAll ? row.base_line : next };
  }

  private feed(
    projectId: number,
    taskId: number,
    start: () => Promise<{ attempt: number; position: number }>,
  ): Promise<LogFeed> {
    const known = this.feeds.get(taskId);
    if (known) {
      return known;
    }
    const made = start().then((at) => this.make(projectId, taskId, at));
    made.catch(() => this.feeds.delete(taskId));
    this.feeds.set(taskId, made);
    return made;
  }

  private make(projectId: number, taskId: number, start: { attempt: number; position: number }): LogFeed {
    return new LogFeed(
      taskId,
      start,
      (first, limit, extent) => this.reader.range(taskId, { first, limit, extent, maxBytes: MAX_BATCH_BYTES }),
      (batch) => this.sent(projectId, batch),
      (error) => this.log.warn(`reading new lines of task ${taskId} failed: ${String(error)}`),
    );
  }

  private sent(projectId: number, batch: LogBatch): void {
    this.deliver(projectId, batch);
    const newest = batch.times.at(-1);
    if (newest !== undefined) {
      this.metrics.logSent((Date.now() - newest) / 1000);
    }
  }

  private forgetIdle(): void {
    const before = Date.now() - IDLE_MS;
    for (const [taskId, pending] of this.feeds) {
      void pending.then((feed) => feed.grewAt < before && this.feeds.delete(taskId)).catch(() => undefined);
    }
  }
}

import type { LogBatch, LogLines } from '@switchyard/contracts';

/** Reads lines of one attempt: at most `limit` from `first` on, of the `total` that are stored. */
export type ReadLines = (first: number, limit: number, extent: { attempt: number; total: number }) => Promise<LogLines>;

/** Most lines of one batch. */
export const BATCH_LINES = 2_000;

/**
 * The growing end of one task's log on this replica. New lines are read once, never by two reads at a time, and handed
 * to `deliver` in order without a gap. Growth reported meanwhile is read in the next round.
 */
export class LogFeed {
  /** Attempt whose lines are delivered. */
  attempt: number;
  /** 0-based number of the next line to deliver. */
  position: number;
  /** Time of the last growth, epoch milliseconds. */
  grewAt = Date.now();
  private known: number;
  private reading = false;

  constructor(
    readonly taskId: number,
    start: { attempt: number; position: number },
    private readonly read: ReadLines,
    private readonly deliver: (batch: LogBatch) => void,
    private readonly failed: (error: unknown) => void,
  ) {
    this.attempt = start.attempt;
    this.position = start.position;
    this.known = start.position;
  }

  /** Lines up to `next` (exclusive) are stored for the attempt. A newer attempt starts over at line 0. */
  grew(attempt: number, next: number): void {
    this.grewAt = Date.now();
    if (attempt < this.attempt) {
      return;
    }
    if (attempt > this.attempt) {
      this.attempt = attempt;
      this.position = 0;
      this.known = 0;
    }
    this.known = Math.max(this.known, next);
    if (!this.reading) {
      void this.pump();
    }
  }

  private async pump(): Promise<void> {
    this.reading = true;
    try {
      while (this.position < this.known && (await this.step())) {
        /* each step delivers one batch */
      }
    } catch (error) {
      this.failed(error);
    } finally {
      this.reading = false;
    }
  }

  private async step(): Promise<boolean> {
    const { attempt, position } = this;
    const lines = await this.read(position, BATCH_LINES, { attempt, total: this.known });
    if (attempt !== this.attempt) {
      return true;
    }
    this.position = position + lines.lines.length;
    if (lines.lines.length > 0) {
      this.deliver(batchOf(this.taskId, lines));
    }
    return lines.lines.length > 0;
  }
}

/** Live form of a run of lines. */
export function batchOf(taskId: number, { attempt, first, lines, times, kinds, masked }: LogLines): LogBatch {
  return { task_id: taskId, attempt, first, lines, times, kinds, ...(masked && { masked }) };
}

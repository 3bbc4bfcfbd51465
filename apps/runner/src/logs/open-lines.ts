import { type AttemptLease, MAX_OPEN_LINES, type OpenLinesRequest, type SentOpenLine } from '@switchyard/contracts';
import { isRetryable } from '../gateway/retryable.js';

/** How long a line is open before it is sent, and the shortest time between two requests, in milliseconds. */
export const OPEN_LINE_MS = 300;
/** Pause after a request that failed, in milliseconds. */
const RETRY_MS = 5_000;

/** The last line of a log, which has no end yet. */
export type OpenLine = Pick<SentOpenLine, 'line' | 'time' | 'text'>;

/** A log whose last line may be open. */
export interface OpenLineSource extends AttemptLease {
  /** `null` when its last line has its end. */
  openLine(): OpenLine | null;
}

interface Entry {
  source: OpenLineSource;
  /** The line that is open, and since when. */
  line: number;
  since: number;
  /** Part of it that was sent; empty = nothing. */
  sent: string;
}

/**
 * Sends the unfinished last lines of all attempts of this runner, so that people see a prompt or a progress bar. Best
 * effort: one request in flight, at most one in {@link OPEN_LINE_MS}, none while lines come faster than that, and none
 * any more once a control plane refused one, as one that does not know the call does. The log itself does not depend on it.
 */
export class OpenLines {
  private readonly entries = new Map<number, Entry>();
  private timer: NodeJS.Timeout | null = null;
  private inFlight = false;
  private isOver = false;

  constructor(private readonly send: (request: OpenLinesRequest) => Promise<void>) {}

  add(source: OpenLineSource): void {
    this.entries.set(source.attempt, { source, line: -1, since: 0, sent: '' });
  }

  remove(attempt: number): void {
    this.entries.delete(attempt);
  }

  /** The attempt wrote to an open line. @param line its number */
  written(attempt: number, line: number): void {
    const entry = this.entries.get(attempt);
    if (!entry) {
      return;
    }
    if (entry.line !== line) {
      Object.assign(entry, { line, since: performance.now(), sent: '' });
    }
    this.schedule(OPEN_LINE_MS);
  }

  close(): void {
    this.isOver = true;
    this.entries.clear();
    if (this.timer) {
      clearTimeout(this.timer);
    }
  }

  private schedule(ms: number): void {
    if (this.isOver) {
      return;
    }
    this.timer ??= setTimeout(() => {
      this.timer = null;
      void this.ship();
    }, ms).unref();
  }

  private async ship(): Promise<void> {
    const lines = this.inFlight ? [] : this.due();
    if (lines.length === 0) {
      return;
    }
    this.inFlight = true;
    try {
      await this.send({ lines });
    } catch (error) {
      this.failed(error, lines);
    }
    this.inFlight = false;
    this.schedule(OPEN_LINE_MS);
  }

  /** Lines that have been open long enough and differ from what was sent; looks again later for those that are young. */
  private due(): SentOpenLine[] {
    const due: SentOpenLine[] = [];
    for (const entry of this.entries.values()) {
      const open = entry.line < 0 || due.length >= MAX_OPEN_LINES ? null : entry.source.openLine();
      if (open?.line !== entry.line || open.text === entry.sent) {
        continue;
      }
      const age = performance.now() - entry.since;
      if (age < OPEN_LINE_MS) {
        this.schedule(OPEN_LINE_MS - age);
        continue;
      }
      entry.sent = open.text;
      due.push({ attempt: entry.source.attempt, lease: entry.source.lease, ...open });
    }
    return due;
  }

  private failed(error: unknown, lines: readonly SentOpenLine[]): void {
    if (!isRetryable(error)) {
      this.close();
      return;
    }
    for (const { attempt } of lines) {
      const entry = this.entries.get(attempt);
      if (entry) {
        entry.sent = '';
      }
    }
    this.schedule(RETRY_MS);
  }
}

import type { LogBatch } from '@switchyard/contracts';

/** Consecutive lines of one attempt; the part of `LogBatch` and `LogLines` that is the same. */
export type LogRun = Pick<LogBatch, 'attempt' | 'first' | 'lines' | 'times' | 'kinds'>;

export interface LogLine {
  text: string;
  /** Epoch milliseconds. */
  time: number;
  kind: number;
}

/** `gap` = lines before these are missing: nothing was taken. `restarted` = a later attempt begins with them. */
export type Taken = { lines: LogLine[]; gap: boolean; restarted: boolean };

/** Where the reader of a log is. Takes runs of lines that may overlap or come again, and gives each line once, in order. */
export class LogCursor {
  private attempt = 0;

  /** @param position 0-based number of the line that is needed next */
  constructor(private position = 0) {}

  get next(): number {
    return this.position;
  }

  take(run: LogRun): Taken {
    if (run.attempt < this.attempt) {
      return { lines: [], gap: false, restarted: false };
    }
    const restarted = run.attempt > this.attempt && this.attempt > 0;
    this.attempt = run.attempt;
    const from = restarted ? 0 : this.position;
    const gap = run.first > from;
    this.position = gap ? from : Math.max(from, run.first + run.lines.length);
    return { lines: gap ? [] : linesFrom(run, from - run.first), gap, restarted };
  }
}

const linesFrom = ({ lines, times, kinds }: LogRun, from: number): LogLine[] =>
  lines.slice(from).map((text, i) => ({ text, time: times[from + i] ?? 0, kind: kinds[from + i] ?? 0 }));

import { LogLineKind, stripAnsi } from '@switchyard/contracts';
import { inert, inertWithColours } from '../output/inert.js';
import { showsColours, type Terminal } from '../terminal.js';
import type { LogLine } from './log-cursor.js';

export interface LogPrinterOptions {
  /** Lines that match; null = all. */
  matches: RegExp | null;
  /** Lines from this moment on, epoch milliseconds. */
  since: number | null;
  timestamps: boolean;
}

export const ALL_LINES: LogPrinterOptions = { matches: null, since: null, timestamps: false };

/** Writes lines of a log to stdout. */
export class LogPrinter {
  private readonly draw: (line: string) => string;

  constructor(
    private readonly terminal: Terminal,
    private readonly options: LogPrinterOptions,
  ) {
    this.draw = showsColours(terminal) ? inertWithColours : inert;
  }

  print(lines: readonly LogLine[]): void {
    const texts = lines.filter((line) => this.isWanted(line)).map((line) => this.textOf(line));
    if (texts.length > 0) {
      this.terminal.stdout.write(texts.join(''));
    }
  }

  private isWanted({ text, time }: LogLine): boolean {
    const { matches, since } = this.options;
    return (since === null || time >= since) && (matches === null || matches.test(stripAnsi(text)));
  }

  private textOf({ text, time, kind }: LogLine): string {
    const stamp = this.options.timestamps ? `${new Date(time).toISOString()} ` : '';
    const mark = kind === LogLineKind.section ? '== ' : '';
    return `${stamp}${mark}${this.draw(text)}\n`;
  }
}

import { LogLineKind, type LogPhase, MAX_LINE_BYTES, MAX_LOG_BYTES } from '@switchyard/contracts';
import type { TaskLog } from '../attempt/attempt-context.js';
import { LineCutter } from './line-cutter.js';
import type { SecretMasker } from '@switchyard/masking';
import type { OpenLine } from './open-lines.js';
import { openText } from './open-text.js';
import { Spool } from './spool.js';
import { characterBoundary } from './utf8.js';

/** Bytes taken from one write at a time; keeps the copies of a huge write small. */
const SLICE_BYTES = 65_536;
/** Room for lines of the runner behind the output of tools. */
const RESERVED_BYTES = 16 * 1024 * 1024;

export interface AttemptLogOptions {
  /** Directory of the spool; created, removed by {@link AttemptLog.remove}. */
  dir: string;
  masker: SecretMasker;
  /** Clock for line times, epoch milliseconds. */
  now: () => number;
  /** New lines are in the spool. */
  onLines: () => void;
  /** Something was written to the last line, which has no end yet. */
  onOpenLine?: (line: number) => void;
  /** Bytes of the tool that are kept, default {@link MAX_LOG_BYTES} less room for lines of ours. */
  maxBytes?: number;
  /** The log cannot be written any more; called once. */
  onFault: (error: Error) => void;
}

/** The log of one attempt: masks what the task writes, numbers its lines, keeps them on disk until the end. */
export class AttemptLog implements TaskLog {
  readonly spool: Spool;
  private readonly cutter: LineCutter;
  private broken = false;
  /** The tool has written more than is kept. */
  private full = false;
  /** When something was written last, epoch milliseconds. */
  private openAt = 0;

  constructor(private readonly options: AttemptLogOptions) {
    this.spool = new Spool(options.dir);
    this.cutter = new LineCutter(options.masker, (block, lines) => this.appendOutput(block, lines));
  }

  get lines(): number {
    return this.spool.lines;
  }

  write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length && !this.broken && !this.full; at += SLICE_BYTES) {
      this.cutter.push(bytes.length <= SLICE_BYTES ? bytes : bytes.subarray(at, at + SLICE_BYTES));
    }
    this.openAt = this.options.now();
    this.noteOpenLine();
  }

  system(text: string): void {
    this.cutter.endIfSafe();
    this.append(LogLineKind.system, this.oneLine(text), 1);
    this.noteOpenLine();
  }

  /** What is written of a last line without its end. */
  openLine(): OpenLine | null {
    const { cutter, spool, openAt: time } = this;
    return this.isOpen ? { line: spool.lines, time, text: openText(cutter.openLine()) } : null;
  }

  section(phase: LogPhase, detail?: string): void {
    this.cutter.end();
    this.spool.resetColours();
    this.append(LogLineKind.section, this.oneLine(detail ? `${phase} ${detail}` : phase), 1);
  }

  /** Ends an unfinished last line; nothing is written after this. */
  end(): void {
    this.cutter.end();
  }

  remove(): void {
    this.broken = true;
    this.spool.remove();
  }

  private get isOpen(): boolean {
    return this.cutter.isOpen && !this.broken && !this.full;
  }

  private noteOpenLine(): void {
    if (this.isOpen) {
      this.options.onOpenLine?.(this.spool.lines);
    }
  }

  private appendOutput(block: Buffer, lines: number): void {
    const { maxBytes = MAX_LOG_BYTES - RESERVED_BYTES } = this.options;
    if (!this.full && this.spool.bytes + block.length <= maxBytes) {
      this.append(LogLineKind.tool, block, lines);
    } else if (!this.full) {
      this.full = true;
      const text = `The output is larger than ${Math.floor(maxBytes / 1_048_576)} MiB; the rest of it is not kept`;
      this.append(LogLineKind.system, this.oneLine(text), 1);
    }
  }

  private append(kind: LogLineKind, block: Buffer, lines: number): void {
    if (this.broken) {
      return;
    }
    try {
      this.spool.append(kind, block, lines, this.options.now());
    } catch (error) {
      this.broken = true;
      this.options.onFault(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    this.options.onLines();
  }

  /** Masked text without control characters, of allowed length, as one line. */
  private oneLine(text: string): Buffer {
    const masked = this.options.masker.mask(Buffer.from(text));
    const clean = Buffer.from(masked.toString('utf8').replace(/\p{Cc}+/gu, ' '));
    const end = characterBoundary(clean, Math.min(clean.length, MAX_LINE_BYTES - 1));
    return Buffer.concat([clean.subarray(0, end), Buffer.from('\n')]);
  }
}

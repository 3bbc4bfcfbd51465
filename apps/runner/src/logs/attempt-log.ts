import { LogLineKind, type LogPhase, MAX_LINE_BYTES, MAX_LOG_BYTES, MAX_OPEN_LINE_TEXT } from '@switchyard/contracts';
import type { SecretMasker } from '@switchyard/masking';
import type { TaskLog } from './task-log.js';
import { LineCutter } from './line-cutter.js';
import { LogTail } from './log-tail.js';
import { joined, type Marked, NO_MARKS, part, rewritten } from './marked.js';
import type { OpenLine } from './open-lines.js';
import { Spool } from './spool.js';
import { characterBoundary } from './utf8.js';

const LINE_END: Marked = { bytes: Buffer.from('\n'), marks: NO_MARKS };
const MEBIBYTE = 1_048_576;
/** Bytes taken from one write at a time; keeps the copies of a huge write small. */
const SLICE_BYTES = 65_536;
/** Room for lines of the runner behind the output of tools. */
const RESERVED_BYTES = 16 * MEBIBYTE;
/** Most bytes of the end of an output that is too long. */
const MAX_TAIL_BYTES = 64 * MEBIBYTE;
/** With less room than this nothing more is kept. */
const MIN_TAIL_BYTES = MEBIBYTE;

export interface AttemptLogOptions {
  /** Directory of the spool; created, removed by {@link AttemptLog.remove}. */
  dir: string;
  masker: SecretMasker;
  /** Clock for line times, epoch milliseconds. */
  now: () => number;
  /** New lines are in the spool; those of the runner itself can wait for a moment. */
  onLines: (canWait: boolean) => void;
  /** Something was written to the last line, which has no end yet. */
  onOpenLine?: (line: number) => void;
  /** Bytes of the tool that are kept, an eighth of them or 64 MiB for the end; default {@link MAX_LOG_BYTES} less room for lines of ours. */
  maxBytes?: number;
  /** The log cannot be written any more; called once. */
  onFault: (error: Error) => void;
}

/** The log of one attempt: masks what the task writes, numbers its lines, keeps them on disk until the end. */
export class AttemptLog implements TaskLog {
  readonly spool: Spool;
  private readonly cutter: LineCutter;
  private broken = false;
  /** The end of an output that is too long, until the step is over. */
  private tail: LogTail | null = null;
  /** There is no room for output any more. */
  private full = false;
  /** When something was written last, epoch milliseconds. */
  private openAt = 0;

  constructor(private readonly options: AttemptLogOptions) {
    this.spool = new Spool(options.dir);
    this.cutter = new LineCutter(options.masker, (bytes, lines, marks) => this.appendOutput({ bytes, marks }, lines));
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
    this.note(text);
    this.noteOpenLine();
  }

  /** Written part of a last line without its end. */
  openLine(): OpenLine | null {
    const { cutter, spool, openAt: time } = this;
    return this.isOpen ? { line: spool.lines, time, text: openText(cutter.openLine()) } : null;
  }

  section(phase: LogPhase, detail?: string): void {
    this.end();
    this.spool.resetColours();
    this.append(LogLineKind.section, this.oneLine(detail ? `${phase} ${detail}` : phase), 1);
  }

  /** Ends an unfinished last line, and what one step has written. */
  end(): void {
    this.cutter.end();
    this.showTail();
  }

  remove(): void {
    this.broken = true;
    this.tail?.remove();
    this.tail = null;
    this.spool.remove();
  }

  private get isOpen(): boolean {
    return this.cutter.isOpen && !this.broken && !this.full && this.tail === null;
  }

  private noteOpenLine(): void {
    if (this.isOpen) {
      this.options.onOpenLine?.(this.spool.lines);
    }
  }

  private get maxBytes(): number {
    return this.options.maxBytes ?? MAX_LOG_BYTES - RESERVED_BYTES;
  }

  private appendOutput(block: Marked, lines: number): void {
    const kept = this.maxBytes - Math.min(MAX_TAIL_BYTES, this.maxBytes / 8);
    if (this.tail === null && this.spool.bytes + block.bytes.length <= kept) {
      this.append(LogLineKind.tool, block, lines);
    } else if (!this.full && !this.broken) {
      this.appendTail(block, lines);
    }
  }

  private appendTail({ bytes, marks }: Marked, lines: number): void {
    const room = this.maxBytes - this.spool.bytes;
    const larger = `The output is larger than ${Math.floor(this.spool.bytes / MEBIBYTE)} MiB`;
    if (this.tail === null && room < MIN_TAIL_BYTES) {
      this.full = true;
      this.note(`${larger}; the rest of it is not kept`);
      return;
    }
    this.writing(() => {
      if (this.tail === null) {
        this.note(`${larger}; of the rest, the last ${Math.floor(room / MEBIBYTE)} MiB follow when this step is over`);
        this.tail = new LogTail(this.options.dir, room);
      }
      this.tail.append({ kind: LogLineKind.tool, block: bytes, lines, marks, time: this.options.now() });
    });
  }

  /** The end of an output that is too long, behind a note of how much is missing. */
  private showTail(): void {
    const { tail, spool } = this;
    if (tail === null) {
      return;
    }
    this.tail = null;
    this.writing(() => {
      let missing = tail.lost;
      spool.resetColours();
      for (const { kind, block, lines, marks, time } of tail.blocks()) {
        if (missing > 0) {
          spool.append(LogLineKind.system, this.oneLine(`${missing} lines are missing here`).bytes, 1, time);
          missing = 0;
        }
        spool.append(kind, block, lines, time, marks);
      }
    });
    tail.remove();
    this.options.onLines(false);
  }

  /** A line of ours; behind the output that it follows. */
  private note(text: string): void {
    const line = this.oneLine(text);
    const { tail } = this;
    if (tail === null) {
      this.append(LogLineKind.system, line, 1);
    } else {
      const { bytes: block, marks } = line;
      this.writing(() => tail.append({ kind: LogLineKind.system, block, lines: 1, marks, time: this.options.now() }));
    }
  }

  private append(kind: LogLineKind, { bytes, marks }: Marked, lines: number): void {
    this.writing(() => this.spool.append(kind, bytes, lines, this.options.now(), marks));
    this.options.onLines(kind !== LogLineKind.tool);
  }

  /** Nothing is written any more after the disk refused once. */
  private writing(write: () => void): void {
    if (this.broken) {
      return;
    }
    try {
      write();
    } catch (error) {
      this.broken = true;
      this.options.onFault(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Masked text without control characters, of allowed length, as one line. */
  private oneLine(text: string): Marked {
    const { masked, marks } = this.options.masker.maskWhole(Buffer.from(text));
    const clean = rewritten({ bytes: masked, marks }, (each) => each.replace(/\p{Cc}+/gu, ' '));
    const end = characterBoundary(clean.bytes, Math.min(clean.bytes.length, MAX_LINE_BYTES - 1));
    return joined(part(clean, 0, end), LINE_END);
  }
}

const CARRIAGE_RETURN = 13;

/**
 * Returns an unfinished line as a reader sees it: from its last carriage return on, as that starts over, up to {@link
 * MAX_OPEN_LINE_TEXT} characters. A character whose bytes are not all there is left out.
 */
export function openText(bytes: Buffer): string {
  let end = bytes.length;
  while (bytes[end - 1] === CARRIAGE_RETURN) {
    end--;
  }
  const written = bytes.subarray(0, end);
  const from = written.lastIndexOf(CARRIAGE_RETURN) + 1;
  // One character takes four bytes at most.
  const shown = written.subarray(from, from + 4 * MAX_OPEN_LINE_TEXT);
  return new TextDecoder().decode(shown, { stream: true }).slice(0, MAX_OPEN_LINE_TEXT);
}

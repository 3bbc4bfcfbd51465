import type { LogPhase } from '@switchyard/contracts';
import type { SecretMasker } from '@switchyard/masking';
import { LineCutter } from '../logs/line-cutter.js';
import type { TaskLog } from '../attempt/attempt-context.js';

/** Where a {@link CountedLog} hands its lines on; the calls are those of the log. */
export type LogTarget = Omit<TaskLog, 'lines'>;

/** A log that is written elsewhere, and counts the lines that this makes by the same rules. */
export class CountedLog implements TaskLog {
  private count = 0;
  private readonly cutter: LineCutter;

  constructor(
    masker: SecretMasker,
    private readonly target: LogTarget,
  ) {
    this.cutter = new LineCutter(masker, (_block, lines) => void (this.count += lines));
  }

  get lines(): number {
    return this.count;
  }

  write(bytes: Buffer): void {
    this.cutter.push(bytes);
    this.target.write(bytes);
  }

  system(text: string): void {
    this.cutter.endIfSafe();
    this.count++;
    this.target.system(text);
  }

  section(phase: LogPhase, detail?: string): void {
    this.cutter.end();
    this.count++;
    this.target.section(phase, detail);
  }
}

import type { LogPhase } from '@switchyard/contracts';

/** Where an attempt writes its log. Every call is ordered with the others and returns at once; text is masked before it leaves. */
export interface TaskLog {
  /** Bytes of the tool, stdout and stderr in order of arrival. */
  write(bytes: Buffer): void;
  /** One line of Switchyard's own, such as the command that is run. */
  system(text: string): void;
  /** Starts a phase; `detail` is short, for example the commit. */
  section(phase: LogPhase, detail?: string): void;
  /** Lines complete so far: the 0-based number of the next line. */
  readonly lines: number;
}

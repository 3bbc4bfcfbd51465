import type { Job, LogPhase } from '@switchyard/contracts';

/** Where an attempt writes its log. Every call is ordered with the others and returns at once; text is masked before it leaves. */
export interface TaskLog {
  /** Bytes of the tool, stdout and stderr in order of arrival. */
  write(bytes: Buffer): void;
  /** One line of Switchyard's own, such as the command that is run. */
  system(text: string): void;
  /** Starts a phase; `detail` is short, for example the commit. */
  section(phase: LogPhase, detail?: string): void;
}

/** What an attempt has to work with. */
export interface AttemptContext {
  job: Job;
  /** Private directory of this attempt, mode 0700, removed at its end and at the runner's next start. */
  dir: string;
  /** Directory of the runner that outlives attempts: git mirrors and caches. */
  cacheDir: string;
  log: TaskLog;
  /** Aborted when the attempt must stop; its reason is `'stop'` (ladder TERM, then KILL) or `'kill'` (KILL at once). */
  stop: AbortSignal;
  /** Tells the control plane which commit was checked out. */
  reportCommit(hash: string, message: string): Promise<void>;
  /** Must resolve before the first process with effects outside the attempt's directory is spawned. */
  reportStart(): Promise<void>;
}

/** How the executed tool ended. `reason` is one sentence for people, present unless the outcome is `success`. */
export interface ExecutionResult {
  outcome: 'success' | 'error' | 'stopped';
  exitCode: number | null;
  signal: string | null;
  reason: string | null;
}

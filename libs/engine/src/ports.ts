import type { LogGrowth, TaskUpdate } from '@switchyard/contracts';
import type { DataSource } from 'typeorm';

/**
 * What the engine signals to the rest of the system, always after the commit. A signal is a hint: whoever
 * misses one finds the truth in the database. None of these may throw or wait.
 */
export interface Signals {
  /** The task's status, times, runner or waiting reason changed. */
  taskChanged(update: TaskUpdate): void;
  /** Log lines were stored. */
  logGrew(growth: LogGrowth): void;
  /** These runners have a new job, order or stale attempt. */
  runnersWoken(runnerIds: readonly number[]): void;
  /** What people see of these runners changed, or they are gone. */
  runnersChanged(runnerIds: readonly number[]): void;
  /** Something happened that may let a waiting task start. */
  dispatchNeeded(reason: string): void;
  /** Deliveries were written that are to be sent. */
  deliveriesWritten(): void;
}

/** Encryption at rest of what a launch keeps secret. */
export interface Sealing {
  /** @param context names the place it is for; the same one opens it */
  seal(text: string, context: string): string | Promise<string>;
}

/** What every verb works with. */
export interface Engine {
  dataSource: DataSource;
  signals: Signals;
  secrets: Sealing;
}

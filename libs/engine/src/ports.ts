import type { DeliveryChange, LogGrowth, Problem, TaskUpdate } from '@switchyard/contracts';
import type { DataSource } from 'typeorm';

/**
 * Signals of the engine to the rest of the system, always after the commit. A signal is a hint:
 * the database holds the truth for a receiver that misses one. None of these may throw or wait.
 */
export interface Signals {
  /** The task's status, times, runner or waiting reason changed. */
  taskChanged(update: TaskUpdate): void;
  /** Log lines were stored. */
  logGrew(growth: LogGrowth): void;
  /** These runners have a new job, order or stale attempt. */
  runnersWoken(runnerIds: readonly number[]): void;
  /** These runners changed as people see them, or are gone. */
  runnersChanged(runnerIds: readonly number[]): void;
  /** Something happened that may let a waiting task start. */
  dispatchNeeded(reason: string): void;
  /** Deliveries were written that are to be sent. */
  messagesWritten(): void;
  /** People see other lists of deliveries than before. */
  deliveryListsChanged(changes: readonly DeliveryChange[]): void;
  /** People may have to be alerted about a schedule or a run. */
  alertsDue(): void;
  /** A schedule may be due earlier than before. */
  schedulesChanged(): void;
  /** The branches of a repository were listed for people. */
  listingsEnded(): void;
  /** It is time for another demo. */
  demoDue(): void;
  /** Rows of projects are to be removed. */
  projectsDeleted(): void;
  /** The rights of these users, or the projects they see, changed. */
  accessChanged(userIds: readonly number[]): void;
}

/** Encryption at rest of the secrets of launches. */
export interface Sealing {
  /** @param context names the place it is for; the same one opens it */
  seal(text: string, context: string): string | Promise<string>;
  /** @throws when it was sealed for another place, or by a key that is gone */
  openText(sealed: string, context: string): string | Promise<string>;
}

/** Bytes that are too large for a row, encrypted at rest. A blob is written whole or not at all. */
export interface Blobs {
  /** Stores the content under a new key that begins with `prefix` and a slash. */
  put(prefix: string, content: AsyncIterable<Buffer>): Promise<{ key: string; size: number; sha256: string }>;
  /** Fails while it is read when there is no such blob. */
  get(key: string): AsyncIterable<Buffer>;
  /** @param prefix beginning of the keys */
  list(prefix: string): AsyncIterable<{ key: string; created: Date }>;
  delete(keys: readonly string[]): Promise<void>;
  /** Proves that what is listed belongs to this installation, before anything of it is deleted because no row names it. */
  requireOwner(): Promise<void>;
  /**
   * Copies blobs from where they were before to where they are read first. Nothing is removed.
   * @returns keys of those whose original is in a place that all installations share
   */
  takeOver(keys: readonly string[]): Promise<string[]>;
}

/** Limits on the usage of projects. Without it there is no limit. */
export interface LaunchQuota {
  /**
   * Why projects may launch nothing at this moment; a project that is not in the answer may.
   * @param on where the statement runs
   */
  refusals(on: Pick<DataSource, 'query'>, projectIds: readonly number[]): Promise<ReadonlyMap<number, Problem>>;
}

/** Records how long the parts of a task take, where somebody wants to know. */
export interface Traces {
  /** @param parent `traceparent` of what the span is part of */
  begin(name: string, parent?: string | null, begun?: Date): TraceSpan;
}

export interface TraceSpan {
  readonly traceparent: string;
  end(facts?: Readonly<Record<string, string | number>>, failure?: string): void;
}

/** Dependencies of every verb. */
export interface Engine {
  dataSource: DataSource;
  signals: Signals;
  secrets: Sealing;
  blobs: Blobs;
  quota?: LaunchQuota;
  traces?: Traces;
}

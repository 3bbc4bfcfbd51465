import type { TaskStatus } from '@switchyard/contracts';
import type { ToolRun } from '@switchyard/testing';
import type { AppliedWorkspace } from '../../support/applied-history.js';
import type { StateHistory } from './state-history.js';

/** A line of `task_event`. */
export interface HistoryEvent {
  /** Lines of one task, and begin and end of the attempts of one runner or project, are in the order of their ids. */
  id: number;
  taskId: number;
  projectId: number;
  attemptId: number | null;
  runnerId: number | null;
  at: Date;
  kind: string;
  from: TaskStatus | null;
  to: TaskStatus | null;
  detail: unknown;
}

export interface HistoryTask {
  id: number;
  projectId: number;
  templateId: number;
  status: TaskStatus;
  endReason: string | null;
  /** The schedule that started it. */
  scheduleId: number | null;
  /** Id of the webhook that started it. */
  deliveryId: string | null;
}

/** A row of `schedule_run`. */
export interface DueTime {
  scheduleId: number;
  due: Date;
  result: string;
  taskId: number | null;
}

/** A repository that got commits, and a schedule that checks for them. */
export interface CommitHistory {
  scheduleId: number;
  /** Hashes, the oldest first. */
  made: readonly string[];
  /** Launches that the schedule has recorded, each with the task of the same transaction. */
  kept: readonly { commit: string; taskId: number | null }[];
}

/** An answer to a webhook. */
export interface AnsweredDelivery {
  /** The sender's id of it. */
  id: string;
  taskId: number;
}

export interface HistoryAttempt {
  id: number;
  taskId: number;
  number: number;
  projectId: number;
  templateId: number;
  runnerId: number;
  status: 'starting' | 'running' | 'ended';
  outcome: string | null;
}

/** The log that was stored of one attempt. */
export interface StoredLog {
  attemptId: number;
  taskId: number;
  /** Where it begins and ends by the attempt's own count. */
  baseLine: number;
  nextLine: number;
  /** Chunks that begin in it, in order. */
  chunks: { firstLine: number; lineCount: number; lines: string[]; kind: number }[];
}

/** Limits of the run; 0 = none. They never change in a run. */
export interface Limits {
  projects: ReadonlyMap<number, number>;
  runners: ReadonlyMap<number, number>;
  /** Templates that run one task at a time. */
  exclusiveTemplates: ReadonlySet<number>;
}

/** Traces that the scripts of real runners left behind. */
export interface SideEffects {
  /** Starts and ends by task. */
  starts: ReadonlyMap<number, number>;
  ends: ReadonlyMap<number, number>;
}

/** Projects that compete for the same runners. */
export interface Rivals {
  quietProject: number;
  noisyProject: number;
  /** Attempts that all simulated runners hold at most. */
  slots: number;
  dispatchers: number;
}

/** Everything that is known after a run: the rows of the database, and the journal of people and tools. */
export interface History {
  tasks: readonly HistoryTask[];
  /** Results of the due times of schedules, which run every minute. */
  dueTimes: readonly DueTime[];
  commits: CommitHistory;
  /** Webhooks that were answered, each as often as it was. */
  deliveries: readonly AnsweredDelivery[];
  attempts: readonly HistoryAttempt[];
  /** By id, ascending. */
  events: readonly HistoryEvent[];
  logs: readonly StoredLog[];
  limits: Limits;
  /** Tasks whose creation was answered. */
  accepted: ReadonlySet<number>;
  /** Runs of simulated tools. */
  runs: readonly ToolRun[];
  sideEffects: SideEffects;
  /** Template of the scripts of real runners, and the lines each prints. */
  real: { templateId: number; lines: number };
  rivals: Rivals;
  /** Templates whose tasks can never be given to a runner, and the reason that each must end with. */
  poisoned: ReadonlyMap<number, string>;
  states: StateHistory;
  /** Workspaces in which real applies ran. */
  applied: readonly AppliedWorkspace[];
  /** Their templates, whose tools print what nobody has written down. */
  applyTemplates: ReadonlySet<number>;
}

/** A promise that was broken. */
export interface Violation {
  /** Number of the promise in the design; 11 to 13 in the README of this app. */
  promise: number;
  text: string;
  /** The task whose history explains it. */
  taskId: number | null;
}

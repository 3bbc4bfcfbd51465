import type { HostCounters, TaskStatus } from '@switchyard/contracts';
import type { ImportedOutput } from './encode-log.js';

/** The project of another product whose tasks are imported. */
export interface HistorySource {
  /** The project here. */
  projectId: number;
  /** Stands for the project there: ids count within it. */
  source: string;
}

/**
 * A task of another product. References that the project does not have are left out. Its log alone may hold NUL and halves of
 * surrogate pairs.
 */
export interface HistoricTask {
  /** Its id there. */
  sourceId: number;
  templateId: number;
  status: TaskStatus;
  created: Date;
  started: Date | null;
  ended: Date | null;
  /** Who started it; null = nobody who has an account. */
  userId: number | null;
  /** Login of somebody without an account who started it. */
  stranger: string | null;
  message: string;
  playbook: string;
  /** Text of a JSON object. */
  environment: string;
  arguments: string | null;
  gitBranch: string | null;
  version: string | null;
  commitHash: string | null;
  commitMessage: string;
  inventoryId: number | null;
  /** Id there of the build that it deployed. */
  buildSourceId: number | null;
  params: Readonly<Record<string, unknown>>;
  log: readonly ImportedOutput[];
  hosts: readonly (HostCounters & { host: string })[];
  errors: readonly { host: string; task: string; error: string }[];
}

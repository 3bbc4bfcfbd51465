import { isGroupEnvironment, type Job } from '@switchyard/contracts';
import { attemptEnvironment } from '../process/attempt-environment.js';
import type { TaskLog } from '../logs/task-log.js';
import { namesForLog } from './admitted-job.js';
import { taskDetailVariables, type TaskDetails } from './task-details.js';

/** Layers of a tool's environment; what comes later wins. */
export interface EnvironmentLayers {
  attemptDir: string;
  /** Variables that the executor sets unless the variable group overrides them. */
  defaults: Record<string, string>;
  /** Variables that the owner of the runner gives to all tools. */
  own?: Readonly<Record<string, string>> | undefined;
  job: Pick<Job, 'env' | 'secret_env'>;
  details: TaskDetails;
}

/**
 * The environment of a tool: the attempt's, the executor's defaults, the runner's own, the variable group's, its secrets, and the facts
 * about the task. Reserved names of a variable group are left out with a line in the log.
 */
export function toolEnvironment(layers: EnvironmentLayers, log: TaskLog): Record<string, string> {
  const group = Object.entries({ ...layers.job.env, ...layers.job.secret_env });
  const refused = group.filter(([name]) => !isGroupEnvironment(name)).map(([name]) => name);
  if (refused.length > 0) {
    log.system(`These environment variables are reserved and were left out: ${namesForLog(refused)}`);
  }
  return {
    ...attemptEnvironment(layers.attemptDir),
    ...layers.defaults,
    ...layers.own,
    ...Object.fromEntries(group.filter(([name]) => isGroupEnvironment(name))),
    ...taskDetailVariables(layers.details),
  };
}

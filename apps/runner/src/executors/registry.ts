import { AttemptFailure } from '../attempt/attempt-failure.js';
import { ansibleExecutor } from './ansible/ansible-executor.js';
import { bashExecutor } from './bash/bash-executor.js';
import type { Executor } from './executor.js';

/** All executors of this runner. */
export const EXECUTORS: readonly Executor[] = [ansibleExecutor, bashExecutor];

/** @throws AttemptFailure when this runner cannot execute the app. */
export function executorOf(app: string): Executor {
  const executor = EXECUTORS.find((candidate) => candidate.app === app);
  if (!executor) {
    throw new AttemptFailure(`This runner cannot execute tasks of the app "${app}"`);
  }
  return executor;
}

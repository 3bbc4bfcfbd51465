import { appFamily } from '@switchyard/contracts';
import { AttemptFailure } from '../attempt/attempt-failure.js';
import { ansibleExecutor } from './ansible/ansible-executor.js';
import type { Executor } from './executor.js';
import { scriptExecutor } from './script/script-executor.js';

/** All executors of this runner. */
const EXECUTORS: readonly Executor[] = [ansibleExecutor, scriptExecutor];

/** @throws AttemptFailure when this runner cannot execute the app. */
export function executorOf(app: string): Executor {
  const executor = EXECUTORS.find(({ family }) => family === appFamily(app));
  if (!executor) {
    throw new AttemptFailure(`This runner cannot execute tasks of the app "${app}"`);
  }
  return executor;
}

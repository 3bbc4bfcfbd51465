import { appFamily, problem } from '@switchyard/contracts';
import { AttemptFailure } from '../attempt-failure.js';
import { ansibleExecutor } from './ansible/ansible-executor.js';
import type { Executor } from './executor.js';
import { pulumiExecutor } from './pulumi/pulumi-executor.js';
import { scriptExecutor } from './script/script-executor.js';
import { terraformExecutor } from './terraform/terraform-executor.js';

/** All executors of this runner. */
const EXECUTORS: readonly Executor[] = [ansibleExecutor, terraformExecutor, pulumiExecutor, scriptExecutor];

/** @throws AttemptFailure when this runner cannot execute the app. */
export function executorOf(app: string): Executor {
  const executor = EXECUTORS.find(({ family }) => family === appFamily(app));
  if (!executor) {
    throw new AttemptFailure(problem('app_unsupported', { app }));
  }
  return executor;
}

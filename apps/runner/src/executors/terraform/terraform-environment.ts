import { WORKSPACE_VARIABLE } from '@switchyard/contracts';
import { openGitAccess } from '../../git/git-access.js';
import { taskDetails } from '../task-details.js';
import { keptState, RETRIES, stateEnvironment } from './kept-state.js';
import { toolEnvironment } from '../tool-environment.js';
import type { CheckedOutAttempt } from '../executor.js';
import { PluginCache } from './plugin-cache.js';

/** Variables of the tools of the family unless the variable group overrides them. */
export async function terraformEnvironment(attempt: CheckedOutAttempt): Promise<Record<string, string>> {
  const { context, workspace, checkout } = attempt;
  const { job, log } = context;
  const defaults = {
    TF_IN_AUTOMATION: '1',
    TF_INPUT: '0',
    CHECKPOINT_DISABLE: '1',
    ...(await pluginCache(attempt).environment()),
    TG_NON_INTERACTIVE: 'true',
    TERRAGRUNT_NON_INTERACTIVE: 'true',
    ...(keptState(job) && RETRIES),
    TG_TF_FORWARD_STDOUT: 'true',
    TERRAGRUNT_FORWARD_TF_STDOUT: 'true',
  };
  const details = taskDetails(job, checkout.commit);
  const named = keptState(job) && { [`TF_VAR_${WORKSPACE_VARIABLE}`]: job.planning?.workspace ?? '' };
  const layers = { attemptDir: workspace.dir, defaults: { ...defaults, ...named }, own: context.environment };
  const env = toolEnvironment({ ...layers, job, details }, log);
  return { ...env, ...stateEnvironment(job, workspace.dir) };
}

export const pluginCache = ({ context, workspace }: CheckedOutAttempt): PluginCache =>
  new PluginCache(workspace.files, workspace.cacheDir, context.job.project_id);

/** Environment in which `init` can fetch private modules: with the workspace's key, else the repository's. */
export async function moduleEnvironment({ context, workspace, checkout }: CheckedOutAttempt): Promise<{
  env: Record<string, string>;
  close(): Promise<void>;
}> {
  const { planning, repository } = context.job;
  if (!planning || planning.module_key.type === 'none') {
    return checkout.access;
  }
  return openGitAccess(workspace, { ...repository, key: planning.module_key }, 'modules');
}

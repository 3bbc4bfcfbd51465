import { openWorkspace } from '../attempt/workspace.js';
import type { AttemptContext, ExecutionResult } from '../attempt/attempt-context.js';
import { withRepair } from './checkout.js';
import { findCommit } from './find-commit.js';
import { openGitAccess } from './git-access.js';
import { GitClient } from './git-client.js';
import { mirrorOf, replaceMirror, tidyMirror } from './mirror.js';

/** Other mirrors wait meanwhile, and the next attempt has it brought up to date again. */
const NO_PAUSES: readonly number[] = [];

/**
 * Brings the mirror of a job's repository up to date, as a checkout of it would.
 * @param isBroken it is replaced first
 * @throws AttemptFailure when it cannot be fetched
 */
export async function refreshMirror(context: AttemptContext, isBroken: boolean): Promise<ExecutionResult> {
  const workspace = await openWorkspace(context);
  const { repository, project_id } = context.job;
  try {
    const access = await openGitAccess(workspace, repository, 'repository');
    const mirror = mirrorOf(
      workspace,
      project_id,
      new GitClient(access, workspace, { ...context, gitPauses: NO_PAUSES }),
      repository,
    );
    await (isBroken ? replaceMirror(mirror, null) : undefined);
    await withRepair(mirror, () => findCommit(mirror, repository));
    await tidyMirror(mirror);
  } finally {
    await workspace.close();
  }
  return { outcome: 'success', exitCode: 0, signal: null, reason: null };
}

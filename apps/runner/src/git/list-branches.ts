import { ListedBranch, MAX_BRANCHES } from '@switchyard/contracts';
import { problemOf } from '../attempt-failure.js';
import type { AttemptContext, BranchList, ExecutionResult } from '../attempt/attempt-context.js';
import { openWorkspace } from '../attempt/workspace.js';
import { demoRefs } from './demo-repository.js';
import { openGitAccess } from './git-access.js';
import { GitClient } from './git-client.js';
import { checkBranchName, refsOf } from './revision.js';

/** The branch that stands for the default branch of a repository. */
const HEAD = 'HEAD';

/** Somebody waits for the list, for 20 seconds: a server that is silent is given up early, so that the reason comes in time. */
const QUIET_SECONDS = 7;

/** A server that is away is tried again once, after these milliseconds. */
const PAUSES_MS = [1_000];

/** Lists the branches of a job's repository with their commits, without fetching any, and reports them. */
export async function listBranches(context: AttemptContext): Promise<ExecutionResult> {
  const workspace = await openWorkspace(context);
  try {
    const { repository } = context.job;
    const access = await openGitAccess(workspace, repository, 'repository', QUIET_SECONDS);
    const patterns = patternsOf(repository.branch);
    const args = ['ls-remote', '--quiet', '--end-of-options', access.url.url, ...patterns];
    const git = new GitClient(access, workspace, { gitPauses: PAUSES_MS, ...context });
    const output = access.url.kind === 'demo' ? demoRefs() : await git.runRemote(args);
    await context.reportBranches?.(branchList(output, repository.branch));
    return { outcome: 'success', exitCode: 0, signal: null, reason: null };
  } catch (error) {
    return { outcome: 'error', exitCode: null, signal: null, reason: problemOf(error) };
  } finally {
    await workspace.close();
  }
}

/** Refs that git answers when they end in one of these patterns, `*` included. */
function patternsOf(branch: string): string[] {
  if (branch === '') {
    return ['refs/heads/*'];
  }
  checkBranchName(branch);
  return branch === HEAD ? [HEAD] : refsOf(branch).flatMap((ref) => [ref, `${ref}^{}`]);
}

const PREFIX = 'refs/heads/';

/** The branches in the output of `git ls-remote`; of one that is wanted alone the commit, of an annotated tag that it points at. */
export function branchList(output: string, wanted: string): BranchList {
  const refs = output.split('\n').flatMap((line) => {
    const [hash = '', name = ''] = line.split('\t');
    return [{ hash, name }];
  });
  if (wanted !== '') {
    const names = [HEAD, ...refsOf(wanted).flatMap((ref) => [`${ref}^{}`, ref])];
    const found = names.flatMap((name) => refs.find((ref) => ref.name === name) ?? [])[0];
    return { branches: found ? known([[wanted, found.hash]]) : [], isCut: false };
  }
  const branches = known(
    refs.flatMap(({ hash, name }) => (name.startsWith(PREFIX) ? [[name.slice(PREFIX.length), hash]] : [])),
  );
  return { branches: branches.slice(0, MAX_BRANCHES), isCut: branches.length > MAX_BRANCHES };
}

/** Branches that the control plane accepts. */
const known = (refs: readonly string[][]): ListedBranch[] =>
  refs.flatMap((ref) => {
    const parsed = ListedBranch.safeParse(ref);
    return parsed.success ? [parsed.data] : [];
  });

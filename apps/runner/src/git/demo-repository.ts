import { DEMO_BRANCH, DEMO_REPOSITORY_URL, type JobRepository, problem } from '@switchyard/contracts';
import { buildCommit, type BuiltCommit, writeObjects, type Files } from '../demo/git-objects.js';
import type { AttemptFiles } from '../files/attempt-files.js';
import type { Commit } from './commit.js';
import type { GitClient } from './git-client.js';
import { GitFailure } from './git-failure.js';
import { createPrivateRepository } from './private-repository.js';
import { checkBranchName, checkCommitHash } from './revision.js';
import { DEPLOY_YML, PING_YML, STOREFRONT_CONF_J2, VAULT_YML } from '../demo/ansible-files.js';
import { MAIN_TF, README_MD } from '../demo/infrastructure-files.js';
import { BUILD_SH, HELLO_SH, INDEX_HTML, REPORT_PY } from '../demo/script-files.js';

const MESSAGE = 'Templates that run anywhere, without a network';
/** Fixed, so that the commit is the same on every runner of a version. */
const SIGNED = { author: 'Switchyard <demo@switchyard.invalid>', time: 1_763_200_000, message: MESSAGE };

let built: BuiltCommit | undefined;
const demoCommit = (): BuiltCommit => (built ??= buildCommit(DEMO_FILES, SIGNED));

/**
 * Checks out the repository of demo projects, which is part of this program: nothing is fetched, and no path of the
 * machine is opened. It has one branch and one commit.
 * @throws GitFailure for another branch or commit
 */
export async function checkOutDemo(
  git: GitClient,
  files: AttemptFiles,
  { dir, repository }: { dir: string; repository: JobRepository },
): Promise<Commit> {
  const commit = demoCommit();
  requireRevision(repository, commit.hash);
  const source = `${dir}-objects`;
  await Promise.all([dir, source].map((each) => files.remove(each)));
  await writeObjects(files, source, commit);
  const { hash } = commit;
  await createPrivateRepository(files, dir, source, DEMO_REPOSITORY_URL, { hash, branch: DEMO_BRANCH, tags: [] });
  await git.run(['read-tree', '--reset', '-u', hash], dir);
  return { hash, message: MESSAGE, branch: repository.commit === null ? DEMO_BRANCH : null };
}

/** Its refs as `git ls-remote` prints them. */
export const demoRefs = (): string =>
  ['HEAD', `refs/heads/${DEMO_BRANCH}`].map((name) => `${demoCommit().hash}\t${name}\n`).join('');

function requireRevision({ branch, commit }: JobRepository, hash: string): void {
  const url = DEMO_REPOSITORY_URL;
  if (commit !== null) {
    checkCommitHash(commit);
    if (!hash.startsWith(commit.toLowerCase())) {
      throw new GitFailure(problem('git_no_commit', { url, commit }), 'missing');
    }
    return;
  }
  if (!['', DEMO_BRANCH, `refs/heads/${DEMO_BRANCH}`].includes(branch)) {
    checkBranchName(branch);
    throw new GitFailure(problem('git_no_revision', { url, name: branch }), 'missing');
  }
}

/** The files of demo projects. Their templates name these paths (`apps/api/src/projects/demo`). */
export const DEMO_FILES: Files = {
  'README.md': README_MD,
  'ansible/deploy.yml': DEPLOY_YML,
  'ansible/ping.yml': PING_YML,
  'ansible/storefront.conf.j2': STOREFRONT_CONF_J2,
  'ansible/vault.yml': VAULT_YML,
  'python/report.py': REPORT_PY,
  'scripts/build.sh': BUILD_SH,
  'scripts/hello.sh': HELLO_SH,
  'storefront/index.html': INDEX_HTML,
  'terraform/main.tf': MAIN_TF,
};

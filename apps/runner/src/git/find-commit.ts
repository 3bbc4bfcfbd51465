import { type JobRepository, type Problem, problem } from '@switchyard/contracts';
import { GitFailure } from './git-failure.js';
import { defaultBranch, missingRevision } from './remote-refs.js';
import { DEFAULT_HEAD, fetchInto, mirrorIdentity, type Mirror, prepareMirror, WHOLE } from './mirror.js';
import { readRefs, type Ref } from './mirror-refs.js';
import { requireBranch } from './require-branch.js';
import { checkBranchName, checkCommitHash, refsOf } from './revision.js';

/** The revision an attempt works with. */
export interface FoundCommit {
  hash: string;
  /** Branch whose head the commit is; `null` for a tag, a given commit or a HEAD that is no branch. */
  branch: string | null;
  /** Tags known so far, as lines of a packed-refs file. */
  tags: string[];
}

/**
 * Finds the commit of a job in the mirror, after fetching what is needed: the head of a branch or tag is always fetched
 * for, a given commit only when it is not here yet.
 */
export async function findCommit(mirror: Mirror, repository: JobRepository): Promise<FoundCommit> {
  const { branch, commit } = repository;
  if (commit !== null) {
    checkCommitHash(commit);
    const found = await findGivenCommit(mirror, commit.toLowerCase(), branch);
    await (repository.is_on_branch === true ? requireBranch(mirror, found.hash) : undefined);
    return found;
  }
  return branch === '' ? findDefault(mirror) : findNamed(mirror, branch);
}

/** The head of the branch that the server names as its default; of one that names none, whatever its HEAD is. */
async function findDefault(mirror: Mirror): Promise<FoundCommit> {
  const { git } = mirror;
  const branch = await defaultBranch(git);
  if (branch !== null) {
    git.note(`The default branch is ${branch}`);
    return findNamed(mirror, `refs/heads/${branch}`);
  }
  await fetchInto(mirror, [`+HEAD:${DEFAULT_HEAD}`]);
  return pick(mirror, [DEFAULT_HEAD], () => problem('git_no_head', { url: git.access.url.url }));
}

async function findNamed(mirror: Mirror, branch: string): Promise<FoundCommit> {
  checkBranchName(branch);
  const names = refsOf(branch);
  // As patterns they may match nothing, and one call serves for all.
  await fetchInto(
    mirror,
    names.map((name) => `+${name}*:${name}*`),
  );
  return pick(mirror, names, () => missingRevision(mirror.git, branch));
}

async function pick(
  mirror: Mirror,
  names: readonly string[],
  lack: () => Problem | Promise<Problem>,
): Promise<FoundCommit> {
  const refs = await listRefs(mirror, names);
  const [found, other] = names.flatMap((name) => refs.find((ref) => ref.name === name) ?? []);
  if (!found) {
    throw new GitFailure(await lack(), 'missing');
  }
  if (other && other.commit !== found.commit) {
    mirror.git.note(
      `The repository has ${found.name} and ${other.name}: the first is used. The whole name selects the other`,
    );
  }
  const branch = /^refs\/heads\/(.+)$/.exec(found.name)?.[1] ?? null;
  return { hash: found.commit, branch, tags: tagLines(refs) };
}

/** Forges name a tag with a message by its own hash: then the commit that it points at is meant. */
async function findGivenCommit(mirror: Mirror, commit: string, branch: string): Promise<FoundCommit> {
  const hash = (await resolveOffline(mirror, commit)) ?? (await fetchCommit(mirror, commit, branch));
  if (hash === null || !(hash.startsWith(commit) || (await resolve(mirror, commit, 'tag'))?.startsWith(commit))) {
    throw new GitFailure(problem('git_no_commit', { url: mirror.git.access.url.url, commit }), 'missing');
  }
  return { hash, branch: null, tags: tagLines(await listRefs(mirror, [])) };
}

/** A shortened hash may mean another commit once more is known, so only a whole one is believed without a fetch. */
async function resolveOffline(mirror: Mirror, commit: string): Promise<string | null> {
  await prepareMirror(mirror);
  return commit.length >= 40 && (await mirrorIdentity(mirror)) !== null ? resolve(mirror, commit) : null;
}

async function fetchCommit(mirror: Mirror, commit: string, branch: string): Promise<string | null> {
  await fetchInto(mirror, WHOLE);
  const hash = await resolve(mirror, commit);
  if (hash !== null || commit.length < 40) {
    return hash;
  }
  // A commit of no branch: many servers return it on request by its name, others with the reference that leads to it.
  const found = await fetchOne(mirror, `+${commit}:refs/switchyard/${commit}`, commit);
  if (found !== null || !branch.startsWith('refs/')) {
    return found;
  }
  checkBranchName(branch);
  return fetchOne(mirror, `+${branch}:${branch}`, commit);
}

/** `null` = the server does not give it, or it does not lead to the commit. */
async function fetchOne(mirror: Mirror, refspec: string, commit: string): Promise<string | null> {
  try {
    await fetchInto(mirror, [refspec]);
  } catch (error) {
    if (!(error instanceof GitFailure) || error.kind === 'unreachable' || error.kind === 'broken') {
      throw error;
    }
    return null;
  }
  return resolve(mirror, commit);
}

async function resolve(
  { path, git }: Mirror,
  commit: string,
  kind: 'commit' | 'tag' = 'commit',
): Promise<string | null> {
  try {
    const revision = `${commit}^{${kind}}`;
    return (
      await git.run(['--git-dir', path, 'rev-parse', '--verify', '--quiet', '--end-of-options', revision])
    ).trim();
  } catch (error) {
    if (error instanceof GitFailure) {
      return null;
    }
    throw error;
  }
}

async function listRefs({ path, git, files }: Mirror, names: readonly string[]): Promise<Ref[]> {
  const read = await readRefs(files, path, names);
  if (read) {
    return read;
  }
  const format = '--format=%(refname) %(objectname) %(*objectname)';
  const output = await git.run(['--git-dir', path, 'for-each-ref', format, ...names, 'refs/tags']);
  return output
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [name = '', hash = '', peeled] = line.split(' ');
      return { name, hash, commit: peeled || hash };
    });
}

function tagLines(refs: readonly Ref[]): string[] {
  return refs.filter(({ name }) => name.startsWith('refs/tags/')).map(({ name, hash }) => `${hash} ${name}`);
}

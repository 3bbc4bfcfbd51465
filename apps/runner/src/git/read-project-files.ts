import { MAX_SYNC_FILES, MAX_SYNC_TEXT, problem, SYNC_DIRECTORY, type SyncedFiles } from '@switchyard/contracts';
import { FileFaults, parseFiles } from '@switchyard/contracts/project-files';
import type { AttemptContext, ExecutionResult } from '../attempt/attempt-context.js';
import { AttemptFailure, problemOf } from '../attempt-failure.js';
import { openWorkspace } from '../attempt/workspace.js';
import { withRepair } from './checkout.js';
import { findCommit } from './find-commit.js';
import { openGitAccess } from './git-access.js';
import { GitClient } from './git-client.js';
import { type Mirror, mirrorOf } from './mirror.js';

/** A server that is away is tried again once, after these milliseconds. */
const PAUSES_MS = [1_000];

/** Reads the files of a project at the head of a job's branch, without a checkout, unless it is the commit that is known. */
export async function readProjectFiles(context: AttemptContext, known: string | null): Promise<ExecutionResult> {
  const workspace = await openWorkspace(context);
  const { repository, project_id } = context.job;
  try {
    const access = await openGitAccess(workspace, repository, 'repository');
    const git = new GitClient(access, workspace, { gitPauses: PAUSES_MS, ...context });
    const mirror = mirrorOf(workspace, project_id, git, repository);
    const branch = repository.branch === 'HEAD' ? '' : repository.branch;
    const { hash } = await withRepair(mirror, () => findCommit(mirror, { ...repository, branch }));
    const files = hash === known ? undefined : await filesAt(mirror, hash);
    await context.reportBranches?.({ branches: [[repository.branch, hash]], isCut: false, files });
    return { outcome: 'success', exitCode: 0, signal: null, reason: null };
  } catch (error) {
    return { outcome: 'error', exitCode: null, signal: null, reason: problemOf(error) };
  } finally {
    await workspace.close();
  }
}

/** @throws AttemptFailure when there are none, too many, or one cannot be read as YAML */
async function filesAt(mirror: Mirror, hash: string): Promise<SyncedFiles> {
  const blobs = await blobsAt(mirror, hash);
  if (blobs.length === 0) {
    throw new AttemptFailure(problem('sync_no_files', { directory: SYNC_DIRECTORY }));
  }
  if (blobs.length > MAX_SYNC_FILES || blobs.reduce((sum, { size }) => sum + size, 0) > MAX_SYNC_TEXT) {
    throw new AttemptFailure(problem('sync_too_large', { files: MAX_SYNC_FILES, size: '1 MiB' }));
  }
  const texts: { name: string; text: string }[] = [];
  for (const { name, blob } of blobs) {
    texts.push({ name, text: await mirror.git.run(['--git-dir', mirror.path, 'cat-file', 'blob', blob]) });
  }
  return parsedFiles(texts);
}

function parsedFiles(texts: readonly { name: string; text: string }[]): SyncedFiles {
  try {
    const files = parseFiles(texts);
    const document = JSON.stringify(files.document);
    if (document.length > MAX_SYNC_TEXT) {
      throw new AttemptFailure(problem('sync_too_large', { files: MAX_SYNC_FILES, size: '1 MiB' }));
    }
    const places = Object.entries(files.places()).map(([section, list]) => [section, list.join('\n')] as const);
    return { document, places: Object.fromEntries(places) };
  } catch (error) {
    throw error instanceof FileFaults
      ? new AttemptFailure(problem('sync_unreadable', { reason: error.message }))
      : error;
  }
}

/** `mode type hash size<TAB>path`, as `git ls-tree --long` prints it; links are no files, and no name has a line break. */
const ENTRY = /^100(?:644|755) blob ([0-9a-f]{40,64}) +(\d+)\t(.+\.ya?ml)$/;

/** The YAML files in the directory, by name. */
async function blobsAt({ git, path }: Mirror, hash: string): Promise<{ name: string; blob: string; size: number }[]> {
  const args = ['--git-dir', path, 'ls-tree', '-z', '--long', '--full-tree', hash, `${SYNC_DIRECTORY}/`];
  const listed = (await git.run(args)).split('\0');
  return listed.flatMap((line) => {
    const [, blob, size, name] = ENTRY.exec(line) ?? [];
    return blob !== undefined && name !== undefined ? [{ name, blob, size: Number(size) }] : [];
  });
}

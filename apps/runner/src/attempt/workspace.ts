import { lstat, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { RUNTIME_DIR } from '../process/attempt-environment.js';
import type { AttemptContext, AttemptMirrors, LocalRules } from './attempt-context.js';
import { createOutputPipe } from '../process/output-pipe.js';
import { removeTree } from './remove-tree.js';

/** Longest path of a socket directory: ssh adds 28 characters for a control socket and 107 are allowed (unix(7)). */
const LONGEST_SOCKET_DIR = 70;
/** Begin of the name of a socket directory outside the attempt's own. */
const SOCKET_DIR_PREFIX = 'switchyard-';

/** The directories of one attempt, all of mode 0700, and what must be undone at its end. */
export interface Workspace {
  /** The attempt's directory without symbolic links. */
  dir: string;
  cacheDir: string;
  localRules: LocalRules;
  /** Mirrors that this process may read; `null` = only its own. */
  mirrors: AttemptMirrors | null;
  /** Credentials in files. */
  secrets: string;
  /** Sockets of agents and of ssh; its path is short enough for them. */
  sockets: string;
  /** Path of the named pipe for the output of tools, once it exists. */
  output: Promise<string>;
  /** Registers what {@link Workspace.close} must undo; the last registered comes first. */
  onClose(undo: () => Promise<unknown>): void;
  /** Undoes everything, in spite of single failures. */
  close(): Promise<void>;
}

/** Prepares the directories of an attempt. */
export async function openWorkspace(
  context: Pick<AttemptContext, 'dir' | 'cacheDir' | 'localRules' | 'mirrors'>,
): Promise<Workspace> {
  await mkdir(context.cacheDir, { recursive: true, mode: 0o700 });
  const [dir, cacheDir] = await Promise.all([realpath(context.dir), realpath(context.cacheDir)]);
  const undo: (() => Promise<unknown>)[] = [];
  const secrets = join(dir, 'secrets');
  const output = makeOutputPipe(dir);
  const [sockets] = await Promise.all([
    makeSocketDir(dir),
    ...[secrets, ...['home', 'tmp', RUNTIME_DIR].map((name) => join(dir, name))].map((path) =>
      mkdir(path, { mode: 0o700 }),
    ),
  ]);
  const close = async () => {
    for (const step of undo.reverse()) {
      await step().catch(() => undefined);
    }
    await Promise.all([rm(secrets, { recursive: true, force: true }), removeSocketDir(dir)]);
  };
  const { localRules, mirrors = null } = context;
  return {
    dir,
    cacheDir,
    localRules,
    mirrors,
    secrets,
    sockets,
    output,
    onClose: (step) => void undo.push(step),
    close,
  };
}

/** Removes the socket directory of an attempt, which may lie outside the attempt's own directory. */
export async function removeSocketDir(attemptDir: string): Promise<void> {
  const link = join(attemptDir, 'sockets');
  const target = await realpath(link).catch(() => link);
  if (await isSocketDirOf(attemptDir, target)) {
    await removeTree(target);
  }
  await rm(link, { recursive: true, force: true });
}

/** A task can bend the link: nothing is removed but what {@link makeSocketDir} may have made for this user. */
async function isSocketDirOf(attemptDir: string, target: string): Promise<boolean> {
  const [own, found, temporary] = await Promise.all([
    lstat(attemptDir).catch(() => null),
    lstat(target).catch(() => null),
    realpath(tmpdir()),
  ]);
  const isMade = dirname(target) === temporary && target.startsWith(join(temporary, SOCKET_DIR_PREFIX));
  return isMade && found !== null && found.isDirectory() && found.uid === own?.uid;
}

/** It is needed only when the checkout is done, so nobody waits for it; a failure shows where it is used. */
function makeOutputPipe(dir: string): Promise<string> {
  const path = join(dir, 'output');
  const made = createOutputPipe(path).then(() => path);
  made.catch(() => undefined);
  return made;
}

async function makeSocketDir(dir: string): Promise<string> {
  const path = join(dir, 'sockets');
  if (Buffer.byteLength(path) <= LONGEST_SOCKET_DIR) {
    await mkdir(path, { mode: 0o700 });
    return path;
  }
  const elsewhere = await mkdtemp(join(tmpdir(), SOCKET_DIR_PREFIX));
  await symlink(elsewhere, path);
  return elsewhere;
}

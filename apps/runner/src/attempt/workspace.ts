import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { AttemptFiles } from '../files/attempt-files.js';
import { ownPlace } from '../process/own-place.js';
import type { Place, SocketDirectory } from '../process/place.js';
import { RUNTIME_DIR } from '../process/attempt-environment.js';
import type { AttemptContext, AttemptMirrors, LocalRules } from './attempt-context.js';

/** The directories of one attempt, all of mode 0700, and what must be undone at its end. */
export interface Workspace {
  /** The attempt's directory without symbolic links. */
  dir: string;
  cacheDir: string;
  localRules: LocalRules;
  /** Mirrors that the attempt may read; `null` = only its own. */
  mirrors: AttemptMirrors | null;
  /** Where its programs run. */
  place: Place;
  /** Its files: an executor touches them in no other way. */
  files: AttemptFiles;
  /** Credentials in files. */
  secrets: string;
  /** Sockets of agents and of ssh; its path is short enough for them. */
  sockets: SocketDirectory;
  /** Path of the named pipe for the output of tools, once it exists. */
  output: Promise<string>;
  /** Registers what {@link Workspace.close} must undo; the last registered comes first. */
  onClose(undo: () => Promise<unknown>): void;
  /** Undoes everything, in spite of single failures. */
  close(): Promise<void>;
}

/** Prepares the directories of an attempt. */
export async function openWorkspace(
  context: Pick<AttemptContext, 'dir' | 'cacheDir' | 'localRules' | 'mirrors' | 'place'>,
): Promise<Workspace> {
  const place = context.place ?? ownPlace(await realpath(context.dir));
  const { files } = place;
  await files.makeDirectory(context.cacheDir);
  const [dir, cacheDir] = await Promise.all([realPath(files, context.dir), realPath(files, context.cacheDir)]);
  const undo: (() => Promise<unknown>)[] = [];
  const secrets = join(dir, 'secrets');
  const output = made(place.makeOutputPipe());
  const [sockets] = await Promise.all([
    place.openSockets(),
    ...[secrets, ...['home', 'tmp', RUNTIME_DIR].map((name) => join(dir, name))].map((path) =>
      files.makeDirectory(path),
    ),
  ]);
  const close = async () => {
    for (const step of undo.reverse()) {
      await step().catch(() => undefined);
    }
    await Promise.all([files.remove(secrets), sockets.close()].map((each) => each.catch(() => undefined)));
  };
  const { localRules, mirrors = null } = context;
  return {
    dir,
    cacheDir,
    localRules,
    mirrors,
    place,
    files,
    secrets,
    sockets,
    output,
    close,
    onClose: (step) => void undo.push(step),
  };
}

/** It is needed only when the checkout is done, so nobody waits for it; a failure shows where it is used. */
function made<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

async function realPath(files: AttemptFiles, path: string): Promise<string> {
  const real = await files.real(path);
  if (real === null) {
    throw new Error(`${path} is missing`);
  }
  return real;
}

import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.js';
import type { StackSettings } from './settings.js';

/** Files that the stack and its programs keep in the data directory. */
const ownEntries = /^(postgres|runners|logs|stack\.json.*|secret\.key.*|first-password|\.probe-\d+)$/;
const secretFiles = [
  'secret.key',
  'secret.key.old',
  'first-password',
  'stack.json',
  'postgres/password',
  'postgres/postgres.log',
  'postgres/postgres.log.1',
];
const privateDirectories = ['logs', 'runners'];

/**
 * Creates the data directory, proves that it can be written, and closes it and the secrets in it to other users, also
 * those that an earlier version left open. Of root's own, others may pass through the directory, because the database
 * runs as another user.
 * @throws StartError when it cannot be written, or others can write to it
 */
export function prepareDataDirectory({ dataDir, texts }: StackSettings, report: (line: string) => void): void {
  const probe = join(dataDir, `.probe-${process.pid}`);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
    closeSync(openSync(probe, 'w', 0o600));
    rmSync(probe);
    closeToOthers(dataDir);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new StartError(
      `The data directory ${dataDir} cannot be written${code}: mend its permissions or choose another with --data-dir.`,
    );
  }
  if (process.platform !== 'win32' && (modeOf(dataDir) & 0o022) !== 0) {
    throw new StartError(
      `Other users can write to the data directory ${dataDir}, which holds other files too: choose one of its own with --data-dir.`,
    );
  }
  warnAboutOpenFile(texts.SWITCHYARD_CONFIG, report);
}

/** A directory that also holds files of somebody else keeps its mode; what is ours in it is closed all the same. */
function closeToOthers(dataDir: string): void {
  if (readdirSync(dataDir).every((name) => ownEntries.test(name))) {
    limitMode(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  }
  privateDirectories.forEach((name) => limitMode(join(dataDir, name), 0o700));
  secretFiles.forEach((name) => limitMode(join(dataDir, name), 0o600));
}

/** Takes away the permissions beyond `mode`, where there is such a file. */
function limitMode(path: string, mode: number): void {
  const present = statSync(path, { throwIfNoEntry: false });
  if (present && (present.mode & 0o777 & ~mode) !== 0) {
    chmodSync(path, present.mode & mode);
  }
}

function warnAboutOpenFile(file: string | undefined, report: (line: string) => void): void {
  if (file && process.platform !== 'win32' && (modeOf(file) & 0o004) !== 0) {
    report(
      `Every user of this machine, tasks among them, can read the configuration file ${file}: chmod 600 it if it holds secrets.`,
    );
  }
}

const modeOf = (path: string): number => statSync(path).mode & 0o777;

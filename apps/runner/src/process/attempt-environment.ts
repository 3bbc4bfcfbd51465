import { join } from 'node:path';

/** Marks every process of an attempt, also those that left its process group. */
export const ATTEMPT_MARKER = 'SWITCHYARD_ATTEMPT';

/** Name of the directory that holds what lives no longer than the processes of an attempt. */
export const RUNTIME_DIR = 'run';

/**
 * The environment every process of an attempt starts from. Of the runner's own environment only `PATH` is taken. Whatever
 * a tool keeps for itself (configuration, caches, temporary files, sockets) lies in the attempt's directory and goes with
 * it (XDG Base Directory Specification).
 * @param attemptDir private directory of the attempt, which holds `home`, `tmp` and `run`.
 */
export function attemptEnvironment(attemptDir: string): Record<string, string> {
  const home = join(attemptDir, 'home');
  return {
    PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    LANG: process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8',
    TERM: 'xterm-256color',
    HOME: home,
    TMPDIR: join(attemptDir, 'tmp'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_RUNTIME_DIR: join(attemptDir, RUNTIME_DIR),
    [ATTEMPT_MARKER]: attemptDir,
  };
}

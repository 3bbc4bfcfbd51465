import { join } from 'node:path';

/** Marks every process of an attempt, also those that left its process group. */
export const ATTEMPT_MARKER = 'SWITCHYARD_ATTEMPT';

/**
 * The environment every process of an attempt starts from. Of the runner's own environment only `PATH` is taken.
 * @param attemptDir private directory of the attempt, which holds `home` and `tmp`.
 */
export function attemptEnvironment(attemptDir: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    LANG: process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8',
    TERM: 'xterm-256color',
    HOME: join(attemptDir, 'home'),
    TMPDIR: join(attemptDir, 'tmp'),
    [ATTEMPT_MARKER]: attemptDir,
  };
}

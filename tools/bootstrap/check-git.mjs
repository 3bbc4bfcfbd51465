import { spawnSync } from 'node:child_process';
import { fail } from './run.mjs';

/** Stops with one line when there is no git, which checkouts of task repositories need. */
export function checkGit() {
  if (spawnSync('git', ['--version'], { stdio: 'ignore' }).status !== 0) {
    fail('Switchyard needs git on the PATH: install it with the package manager of your system.');
  }
}

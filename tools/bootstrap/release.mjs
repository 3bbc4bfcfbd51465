import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { environment, root } from './paths.mjs';
import { fail, run } from './run.mjs';

/**
 * A built checkout of another commit, kept below `.tools`. Installing and building it takes some minutes, once.
 * @param {string} name of the commit, a tag or a branch
 * @returns {{ commit: string, directory: string }}
 */
export function builtRelease(name) {
  const { stdout, status } = spawnSync('git', ['rev-parse', '--verify', '--end-of-options', `${name}^{commit}`], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) {
    fail(`There is no commit ${name}.`);
  }
  const commit = stdout.trim();
  const directory = path.join(root, '.tools/releases', commit);
  if (!existsSync(directory)) {
    const half = `${directory}.new`;
    rmSync(half, { recursive: true, force: true });
    mkdirSync(half, { recursive: true });
    run('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, half]);
    buildIn(half);
    renameSync(half, directory);
  }
  return { commit, directory };
}

/** @param {string} directory */
function buildIn(directory) {
  console.log(`Building the release in ${path.relative(root, directory)}`);
  const { status } = spawnSync(process.execPath, ['tools/bootstrap.mjs', 'build'], {
    cwd: directory,
    env: environment,
    stdio: 'inherit',
  });
  if (status !== 0) {
    fail('That release could not be built.');
  }
}

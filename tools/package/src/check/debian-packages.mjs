import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { run } from '../run.mjs';

/**
 * Installs the Debian packages that are missing, without what they recommend.
 * @param {readonly string[]} names
 * @throws {Error} when this is no Debian, or not root's process
 */
export async function ensureInstalled(names) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    throw new Error('This check takes root on Debian');
  }
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length > 0) {
    console.log(`Installing ${missing.join(', ')}`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update'], { env });
    await run('apt-get', ['install', '-y', '--no-install-recommends', ...missing], { env });
  }
}

/** @param {string} name */
function isInstalled(name) {
  const { stdout } = spawnSync('dpkg-query', ['--show', '--showformat=${db:Status-Status}', name], {
    encoding: 'utf8',
  });
  return stdout === 'installed';
}

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pnpmHome, pnpmVersion, root } from './paths.mjs';
import { run } from './run.mjs';
import { requireWritable } from './writable.mjs';

const stampFile = path.join(root, 'node_modules', '.switchyard-install');

/** Installs the locked packages unless exactly these are in place already. */
export function ensureDependencies() {
  const wanted = installStamp();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) {
    return;
  }
  requireWritable('Packages must be installed');
  ensurePnpm();
  console.log('Installing packages');
  run(path.join(pnpmHome, 'node_modules/.bin/pnpm'), [
    'install',
    '--frozen-lockfile',
    '--reporter=append-only',
    '--loglevel=error',
  ]);
  writeFileSync(stampFile, wanted);
}

function ensurePnpm() {
  if (existsSync(path.join(pnpmHome, 'node_modules/.bin/pnpm'))) {
    return;
  }
  console.log(`Fetching pnpm ${pnpmVersion} into .tools`);
  mkdirSync(pnpmHome, { recursive: true });
  writeFileSync(path.join(pnpmHome, 'package.json'), '{ "private": true }\n');
  const quiet = ['--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
  run('npm', ['install', '--prefix', pnpmHome, ...quiet, `pnpm@${pnpmVersion}`]);
}

/** Changes with the lockfile, the workspace settings and the Node version that native packages were chosen for. */
function installStamp() {
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}`);
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json']) {
    hash.update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}

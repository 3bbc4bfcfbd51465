/**
 * `npm run check:units`: boots a Debian by its own systemd in namespaces of its own, installs the units of `deploy/` and
 * the Debian package of the runner there by the README, and proves what is promised of them.
 */
import { spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { ensureInstalled } from '../check/debian-packages.mjs';
import { debianRoot } from '../check/debian-root.mjs';
import { note } from '../check/proofs.mjs';
import { run } from '../run.mjs';
import { targets } from '../artifacts/targets.mjs';
import { packageRunner } from '../runner/package-runner.mjs';
import { boot, ControlGroup } from './machine.mjs';
import { proveUnits } from './prove-units.mjs';

const PACKAGES = [
  'adduser',
  'ca-certificates',
  'dbus',
  'git',
  'lintian',
  'postgresql',
  'python3',
  'sudo',
  'systemd-sysv',
];
export const VERSIONS = ['1.0.0', '1.0.1'];
const LIMIT_MS = 15 * 60_000;

process.exitCode = await main(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});

/** @param {string[]} args */
async function main([step, pid = '', directory = '']) {
  return step === 'prove' ? proveUnits(Number(pid), directory) : check();
}

async function check() {
  await ensureInstalled(['iproute2', 'mmdebstrap', 'util-linux']);
  const directory = await mkdtemp('/var/tmp/switchyard-units-');
  const group = new ControlGroup();
  await group.create();
  try {
    const root = path.join(directory, 'root');
    await makeRoot(root);
    const machine = await boot(root, group);
    note('systemd is up');
    try {
      return await prove(machine.pid, root);
    } finally {
      await machine.stop();
    }
  } finally {
    await group.remove();
    await rm(directory, { recursive: true, force: true });
  }
}

/**
 * A Debian 12 with Node and two versions of the runner's package.
 * @param {string} root
 */
async function makeRoot(root) {
  await mkdir(root);
  await run('tar', ['-xf', await debianRoot('bookworm', PACKAGES), '-C', root]);
  await copyFile(process.execPath, path.join(root, 'usr/bin/node'));
  note('root made');
  const linux = targets.filter(({ name }) => name === 'linux-x64');
  for (const version of VERSIONS) {
    const out = path.join(root, 'opt/packages', version);
    await packageRunner({ version, targets: linux, kinds: ['debian'], out }, note);
  }
}

/**
 * In the network of the machine.
 * @param {number} pid
 * @param {string} root
 * @returns {Promise<number>} exit code
 */
function prove(pid, root) {
  const program = [process.execPath, import.meta.filename, 'prove', String(pid), root];
  const child = spawn('nsenter', ['--target', String(pid), '--net', ...program], { stdio: 'inherit' });
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code ?? 1);
    });
  });
}

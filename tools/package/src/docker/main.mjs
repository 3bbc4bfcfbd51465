/** `npm run check:images`: carries out the steps of the Dockerfiles without a container engine, and starts the results. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../paths.mjs';
import { buildImage } from './build-image.mjs';
import { startImages } from './start-images.mjs';

const INSIDE = '--inside';

process.exitCode = await main(process.argv.slice(2));

/** @param {string[]} args */
async function main([first, directory = '']) {
  if (first === INSIDE) {
    return inside(directory);
  }
  const reason = hindrance();
  if (reason) {
    console.error(`The images cannot be tried here: ${reason}`);
    return 2;
  }
  const workDirectory = await mkdtemp('/var/tmp/switchyard-images-');
  try {
    const options = ['--mount', '--propagation', 'private', process.execPath, import.meta.filename, INSIDE];
    const child = spawn('unshare', [...options, workDirectory], { stdio: 'inherit' });
    /** @type {const} */ (['SIGINT', 'SIGTERM']).forEach((signal) => process.on(signal, () => child.kill(signal)));
    return await new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  } finally {
    await rm(workDirectory, { recursive: true, force: true });
  }
}

/**
 * In a mount namespace of its own, whose end takes all mounts away.
 * @param {string} workDirectory
 */
async function inside(workDirectory) {
  const started = performance.now();
  const tell = (/** @type {string} */ line) =>
    console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}`);
  try {
    const build = (/** @type {string} */ name) =>
      buildImage(path.join(root, 'docker', `${name}.Dockerfile`), path.join(workDirectory, name), tell);
    const images = {
      api: await build('api'),
      dispatcher: await build('dispatcher'),
      console: await build('console'),
      runner: await build('runner'),
    };
    await startImages(images, path.join(workDirectory, 'database'), tell);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

/** This machine stands for the base images, so it must be like them. */
function hindrance() {
  if (process.getuid?.() !== 0) {
    return 'it takes root';
  }
  const system = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  if (!/^VERSION_ID="12"$/m.test(system) || !/^ID=debian$/m.test(system) || !process.version.startsWith('v20.')) {
    return 'it takes Debian 12 with Node 20, which the base images are';
  }
  const { status } = spawnSync('unshare', ['--mount', '--propagation', 'private', 'true']);
  return status === 0 ? null : 'this system allows no mount namespace';
}

/**
 * `npm run check:images`: builds the Dockerfiles by buildah, runs the images by podman and the compose file by
 * docker-compose, all in namespaces of their own, and proves what the README promises of them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { ensureInstalled } from '../check/debian-packages.mjs';
import { runIsolated } from '../check/namespaces.mjs';
import { buildImages } from './build.mjs';
import { proveImages } from './prove-images.mjs';

const PACKAGES = ['aardvark-dns', 'buildah', 'crun', 'iproute2', 'iptables', 'mmdebstrap', 'netavark', 'podman'];
const BUILD_MS = 30 * 60_000;
const RUN_MS = 20 * 60_000;

const code = await main(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
// Processes that still run end with the namespaces.
process.exit(code);

/** @param {string[]} args */
async function main([step, directory = '']) {
  switch (step) {
    case 'build':
      await buildImages(directory);
      return 0;
    case 'run':
      return proveImages(directory);
    default:
      return check();
  }
}

async function check() {
  await ensureInstalled(PACKAGES);
  const directory = await mkdtemp(path.join('/var/tmp', 'switchyard-images-'));
  const step = (/** @type {string} */ name, /** @type {{ timeoutMs: number, network: boolean }} */ options) =>
    runIsolated(import.meta.filename, [name, directory], options);
  try {
    const code = await step('build', { timeoutMs: BUILD_MS, network: true });
    return code === 0 ? await step('run', { timeoutMs: RUN_MS, network: false }) : code;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

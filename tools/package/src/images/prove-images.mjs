import path from 'node:path';
import { Client } from '../check/client.mjs';
import { note, Proofs, same } from '../check/proofs.mjs';
import { COMPOSE } from './bases.mjs';
import { IMAGES } from './build.mjs';
import { Compose } from './compose.mjs';
import { Engine } from './engine.mjs';
import { proveCompose } from './prove-compose.mjs';
import { proveConsole } from './prove-console.mjs';
import { proveSettingsFiles } from './prove-settings-files.mjs';

/** @typedef {{ engine: Engine, compose: Compose, client: Client, proofs: Proofs, directory: string }} Installation */

/** Files that no image may hold: tests, history, settings of the build. */
const UNWANTED = `find / -xdev \\( -name .git -o -name .npmrc -o -path '*/dist/testing' -o -path '/app/*.ts' -o -path '/app/node_modules/*.map' \\)`;

/**
 * Runs the images that the directory holds.
 * @param {string} directory
 * @returns {Promise<number>} exit code
 */
export async function proveImages(directory) {
  const engine = new Engine(path.join(directory, 'storage'));
  await engine.prepare();
  const proofs = new Proofs();
  for (const name of IMAGES) {
    await proofs.prove(`${name} runs as user 10001 and holds nothing unwanted`, () => proveContent(engine, name));
  }
  await engine.serve();
  const compose = new Compose(path.join(directory, COMPOSE), directory);
  await compose.fillIn();
  const installation = { engine, compose, client: new Client('http://127.0.0.1:3000'), proofs, directory };
  if (await proveCompose(installation)) {
    await proveSettingsFiles(installation);
    await proveConsole(installation);
  }
  return proofs.conclude();
}

/**
 * @param {Engine} engine
 * @param {string} name
 */
async function proveContent(engine, name) {
  const image = `docker.io/switchyard/${name}:0.1.0`;
  const size = Number(await engine.podman('image', 'inspect', '--format', '{{.Size}}', image));
  note(`${name}: ${Math.round(size / 1e6)} MB`);
  const script = `id -u; ${UNWANTED} 2>/dev/null || true`;
  same((await engine.podman('run', '--rm', '--entrypoint', 'sh', image, '-c', script)).trim(), '10001');
}

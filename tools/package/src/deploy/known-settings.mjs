import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../paths.mjs';

/** Where settings are declared; of the runner, without their prefix. */
const SERVER = [
  'apps/api/src/config.ts',
  'apps/api/src/other-settings.ts',
  'apps/dispatcher/src/config.ts',
  'libs/server/src/config/server-config.ts',
  'docker/console/start.sh',
];
const RUNNER = 'apps/runner/src/config/settings.ts';

/** Names of all settings that some program of this checkout reads. */
export function knownSettings() {
  const read = (/** @type {string} */ file) => readFileSync(path.join(root, file), 'utf8');
  const server = SERVER.flatMap((file) => read(file).match(/\bSWITCHYARD_[A-Z_]+/g) ?? []);
  const runner = [...read(RUNNER).matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => `SWITCHYARD_RUNNER_${name}`);
  return new Set([...server, ...runner, 'SWITCHYARD_RUNNER_CONFIG']);
}

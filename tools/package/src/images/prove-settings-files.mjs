import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually, same } from '../check/proofs.mjs';
import { PASSWORD, TOKEN } from './compose.mjs';

/** @typedef {import('./prove-images.mjs').Installation} Installation */

const FILE = '/etc/switchyard.yaml';

/**
 * Starts further containers by settings files.
 * @param {Installation} installation
 */
export async function proveSettingsFiles(installation) {
  const { engine, client, proofs } = installation;
  await proofs.prove('a settings file wins over the defaults of the server images', async () => {
    for (const [name, setting] of [
      ['api', 'SWITCHYARD_PORT'],
      ['dispatcher', 'SWITCHYARD_DISPATCHER_PORT'],
    ]) {
      const settings = {
        SWITCHYARD_DATABASE_URL: `postgres://switchyard:${encodeURIComponent(PASSWORD)}@postgres:5432/switchyard`,
        SWITCHYARD_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
        [`${setting}`]: 4000,
      };
      const address = await startByFile(installation, `${name}`, 'SWITCHYARD_CONFIG', settings);
      await eventually(async () => same((await fetch(`http://${address}:4000/api/health`)).status, 200), 60_000);
      await engine.podman('exec', `file-${name}`, 'switchyard-health', `${setting}`, '1');
    }
  });
  await proofs.prove('a settings file wins over the defaults of the runner image', async () => {
    const directory = '/var/lib/switchyard-runner/elsewhere';
    const settings = { URL: 'http://api:3000', REGISTRATION_TOKEN: TOKEN, NAME: 'by-file', WORK_DIR: directory };
    const keys = Object.entries(settings).map(([key, value]) => [`SWITCHYARD_RUNNER_${key}`, value]);
    await startByFile(installation, 'runner', 'SWITCHYARD_RUNNER_CONFIG', Object.fromEntries(keys));
    await client.untilOnline(['by-file', 'runner-1', 'runner-2']);
    await engine.podman('exec', 'file-runner', 'test', '-f', `${directory}/token`);
    await engine.podman('exec', 'file-runner', 'switchyard-runner-health');
  });
  await engine
    .podman('rm', '--force', '--volumes', '--time', '5', 'file-api', 'file-dispatcher', 'file-runner')
    .catch(() => '');
}

/**
 * @param {Installation} installation
 * @param {string} name of the image
 * @param {string} variable that names the file
 * @param {object} settings
 * @returns {Promise<string>} the container's address
 */
async function startByFile({ engine, directory }, name, variable, settings) {
  const file = path.join(directory, `${name}.yaml`);
  await writeFile(file, JSON.stringify(settings, null, 2), { mode: 0o644 });
  const options = ['--detach', '--name', `file-${name}`, '--network', 'switchyard_default'];
  const mounted = ['--volume', `${file}:${FILE}:ro`, '--env', `${variable}=${FILE}`];
  await engine.podman('run', ...options, ...mounted, `docker.io/switchyard/${name}:0.1.0`);
  const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}';
  return (await engine.podman('inspect', '--format', format, `file-${name}`)).trim();
}

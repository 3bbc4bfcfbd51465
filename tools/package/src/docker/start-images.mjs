import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@switchyard/stack';
import { runInside } from './build-image.mjs';
import { Container } from './container.mjs';

/** @typedef {import('./build-image.mjs').Image} Image */
/** @typedef {{ api: Image, dispatcher: Image, console: Image, runner: Image }} Images */

const HEALTHY_MS = 90_000;
const PASSWORD = 'images-are-tried';

/**
 * Starts all images together, on a PostgreSQL of this machine, until two runners, one set up by variables and one by a
 * file, have registered themselves and are online for somebody who signs in through the console's address; then ends
 * them.
 * @param {Images} images
 * @param {string} directory for the database
 * @param {(line: string) => void} tell
 */
export async function startImages(images, directory, tell) {
  const postgres = await startEmbeddedPostgres({ dataDir: directory, fast: true });
  /** @type {Container[]} */
  const containers = [];
  try {
    const [apiPort, consolePort, dispatcherPort] = await Promise.all([freePort(), freePort(), freePort()]);
    const registrationToken = randomBytes(24).toString('hex');
    const server = {
      SWITCHYARD_DATABASE_URL: postgres.url,
      SWITCHYARD_SECRET_KEY: randomBytes(32).toString('base64'),
      SWITCHYARD_ADMIN_PASSWORD: PASSWORD,
      SWITCHYARD_ADMIN_EMAIL: 'admin@example.com',
    };
    const api = { ...server, SWITCHYARD_PORT: apiPort, SWITCHYARD_RUNNER_REGISTRATION_TOKEN: registrationToken };
    const setup = ['node', 'apps/api/dist/cli.js', 'setup', '--runner-dir', '/data/runners', '--runners', '0'];
    await runInside(images.api, setup, server);
    const start = async (/** @type {keyof Images} */ name, /** @type {Record<string, string>} */ env) => {
      const container = new Container(name, images[name], env);
      containers.unshift(container);
      await container.untilHealthy(HEALTHY_MS);
      tell(`${name} is healthy`);
    };
    await start('api', api);
    await start('dispatcher', { ...server, SWITCHYARD_DISPATCHER_PORT: dispatcherPort });
    await start('console', {
      SWITCHYARD_API_URL: `http://127.0.0.1:${apiPort}`,
      SWITCHYARD_PORT: consolePort,
    });
    await start('runner', {
      SWITCHYARD_RUNNER_URL: `http://127.0.0.1:${apiPort}`,
      SWITCHYARD_RUNNER_REGISTRATION_TOKEN: registrationToken,
      SWITCHYARD_RUNNER_NAME: 'by-variables',
    });
    const file = '/etc/switchyard-runner.yaml';
    const settings = { URL: `http://127.0.0.1:${apiPort}`, REGISTRATION_TOKEN: registrationToken, NAME: 'by-file' };
    const lines = Object.entries(settings).map(([key, value]) => `SWITCHYARD_RUNNER_${key}: ${value}\n`);
    await writeFile(images.runner.root.at(file), lines.join(''));
    await start('runner', {
      SWITCHYARD_RUNNER_CONFIG: file,
      SWITCHYARD_RUNNER_WORK_DIR: '/var/lib/switchyard-runner/second',
    });
    await lookThroughConsole(`http://127.0.0.1:${consolePort}`, ['by-variables', 'by-file']);
    tell('both runners are online');
    for (const container of containers) {
      await container.stop();
      tell(`${container.name} ended when told to`);
    }
  } finally {
    containers.forEach(({ child }) => child.kill('SIGKILL'));
    await postgres.stop();
  }
}

/**
 * @param {string} address
 * @param {readonly string[]} runners
 */
async function lookThroughConsole(address, runners) {
  const page = await fetch(`${address}/project/1/history`);
  const text = await page.text();
  if (!text.includes('<div id="root"') || !page.headers.get('content-security-policy')?.includes("script-src 'self'")) {
    throw new Error(`The console answers ${page.status} without its page or policy: ${text.slice(0, 500)}`);
  }
  const missing = await fetch(`${address}/assets/missing.js`);
  if (missing.status !== 404) {
    throw new Error(`The console answers ${missing.status} to a file that is not there`);
  }
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ auth: 'admin', password: PASSWORD }),
  });
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  await untilOnline(address, cookie, runners);
}

/**
 * @param {string} address
 * @param {string} cookie
 * @param {readonly string[]} runners
 */
async function untilOnline(address, cookie, runners) {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const answer = await fetch(`${address}/api/runners`, { headers: { cookie } });
    const body = await answer.text();
    /** @type {{ name: string, health: string }[]} */
    const known = answer.ok ? JSON.parse(body) : [];
    if (runners.every((name) => known.some((runner) => runner.name === name && runner.health === 'online'))) {
      return;
    }
    if (Date.now() > deadline) {
      throw new Error(`The runners did not get online: ${answer.status} ${body}`);
    }
    await pause(250);
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return String(typeof address === 'object' ? address?.port : '');
}

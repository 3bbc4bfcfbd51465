import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually, same } from '../check/proofs.mjs';
import { allHealthy } from './prove-compose.mjs';

/** @typedef {import('./prove-images.mjs').Installation} Installation */

const ADDRESS = 'http://127.0.0.1:8080';

/**
 * Runs the console by nginx in front of an api that is replaced.
 * @param {Installation} installation
 */
export async function proveConsole(installation) {
  const { engine, compose, proofs } = installation;
  const up = (/** @type {string[]} */ ...args) =>
    compose.run('--profile', 'console', 'up', '--detach', '--no-build', ...args);
  await proofs.prove('the console image answers its page, with a policy, and the api behind it', async () => {
    await up('console');
    await allHealthy(installation, ['console']);
    const page = await fetch(`${ADDRESS}/project/1/history`);
    same((await page.text()).includes('<div id="root"'), true);
    same(page.headers.get('content-security-policy')?.includes("script-src 'self'"), true);
    same(page.headers.get('referrer-policy'), 'same-origin');
    same((await fetch(`${ADDRESS}/shared/logs/x`)).headers.get('referrer-policy'), 'no-referrer');
    same((await fetch(`${ADDRESS}/assets/missing.js`)).status, 404);
    same((await fetch(`${ADDRESS}/api/health`)).status, 200);
    same((await (await fetch(`${ADDRESS}/docs/`)).text()).includes('Switchyard documentation'), true);
  });
  await proofs.prove('the console image follows the api to another address', async () => {
    const address = () =>
      engine.podman('inspect', '--format', '{{json .NetworkSettings.Networks}}', 'switchyard-api-1');
    const before = await address();
    await up('--force-recreate', '--no-deps', 'api');
    same((await address()) === before, false, 'the address is the same');
    await eventually(async () => same((await fetch(`${ADDRESS}/api/health`)).status, 200), 30_000);
  });
  await proofs.prove('stop lets a request end that the console image has begun to answer', async () => {
    const request = connect(8080, '127.0.0.1');
    await once(request, 'connect');
    request.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
    );
    await pause(500);
    const stopped = compose.run('--profile', 'console', 'stop', 'console');
    await pause(1500);
    request.write('}');
    const [answer] = await Promise.race([once(request, 'data'), once(request, 'close')]);
    request.destroy();
    await stopped;
    same(/^HTTP\/1\.1 4\d\d /.test(String(answer)), true, String(answer));
  });
}

import { spawn } from 'node:child_process';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { DeviceLogin, DeviceLoginToken } from '@switchyard/contracts';
import { addressOf, ApiClient } from '../client/api-client.js';
import { CommandError, EXIT } from '../exit-codes.js';
import type { Terminal } from '../terminal.js';

/** Signs in by the console: shows its address and a code, and waits until a person confirms there. */
export async function tokenByBrowser(terminal: Terminal, server: URL, language: string): Promise<string> {
  const client = new ApiClient({ server, token: null, language });
  try {
    const body = { name: `switchyard on ${hostname()}`.slice(0, 100) };
    const login = await client.json<DeviceLogin>({ method: 'POST', path: '/api/auth/device', body });
    const page = addressOf(server, '/device', { code: login.user_code }).href;
    terminal.stderr.write(`Confirm the code ${login.user_code} at ${page}\n`);
    open(terminal, page);
    return await confirmed(client, login);
  } finally {
    client.close();
  }
}

/** @throws CommandError when nobody has confirmed in time, Refusal when a person declined */
async function confirmed(client: ApiClient, { device_code, expires_in, interval }: DeviceLogin): Promise<string> {
  const end = Date.now() + expires_in * 1000;
  while (Date.now() < end) {
    const request = { method: 'POST', path: '/api/auth/device/token', body: { device_code } };
    const { token } = await client.json<DeviceLoginToken>(request);
    if (token !== null) {
      return token;
    }
    await pause(interval * 1000);
  }
  throw new CommandError('Nobody has confirmed the sign-in', EXIT.denied);
}

const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', linux: 'xdg-open' };

/** Opens the page where there is a desktop; without one the person opens it. The address is of http or https. */
function open({ stderr, env }: Terminal, page: string): void {
  const program = OPENERS[process.platform];
  const hasDesktop = process.platform === 'darwin' || Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY']);
  if (program !== undefined && stderr.isTTY && hasDesktop) {
    const child = spawn(program, [page], { stdio: 'ignore', detached: true });
    child.on('error', () => undefined);
    child.unref();
  }
}

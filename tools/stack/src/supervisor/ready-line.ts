import type { StackSettings } from './settings.js';
import type { FirstAdmin, SetupResult } from './setup.js';

/** The one line that says the console answers, with how to sign in when the administrator was made by this start. */
export function readyLine(
  { webHost, host, port }: Pick<StackSettings, 'webHost' | 'host' | 'port'>,
  { admin }: Pick<SetupResult, 'admin'>,
): string {
  const shown = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const address = webHost ?? `http://${shown}:${port}`;
  return `Switchyard is ready at ${address}${admin?.created ? `, sign in as ${howTo(admin)}` : ''}`;
}

const howTo = ({ login, password }: FirstAdmin): string =>
  password === null
    ? `${login} with the password of SWITCHYARD_ADMIN_PASSWORD`
    : `${login} with the password ${password}`;

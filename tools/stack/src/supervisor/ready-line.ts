import type { StackSettings } from './settings.js';
import type { FirstAdmin, SetupResult } from './setup.js';

/** The one line about a console that answers, with how to sign in as long as nobody has. */
export function readyLine(
  { webHost, host, port }: Pick<StackSettings, 'webHost' | 'host' | 'port'>,
  { admin }: Pick<SetupResult, 'admin'>,
): string {
  const shown = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const address = webHost ?? `http://${shown}:${port}`;
  return `Switchyard is ready at ${address}${isNew(admin) ? `, sign in as ${howTo(admin)}` : ''}`;
}

/** Text that is printed as soon as a password was made, because a start may be interrupted before it is ready. */
export const firstSignIn = (admin: FirstAdmin | null): string | undefined =>
  isNew(admin) ? `The first sign-in is as ${howTo(admin)}` : undefined;

const isNew = (admin: FirstAdmin | null): admin is FirstAdmin =>
  admin !== null && (admin.created || admin.password !== null);

const howTo = ({ login, password }: FirstAdmin): string =>
  password === null
    ? `${login} with the password of SWITCHYARD_ADMIN_PASSWORD`
    : `${login} with the password ${password}`;

import { isIP, type Socket } from 'node:net';
import { once } from 'node:events';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { messageOf } from '@switchyard/concurrency';
import { type Found, fault, ok, warning } from './finding.js';
import { openPlain, upgrade, type Upgrade } from './tls-upgrade.js';

const DAY_MS = 86_400_000;
const SOON_DAYS = 21;

/** A server that shows a certificate. `host` is a name or an address without brackets. */
export interface TlsPlace {
  host: string;
  port: number;
  /** How a plain connection becomes one by TLS; absent: it begins with TLS. */
  by?: Upgrade;
  /** PEM of its own authority. */
  ca?: string | undefined;
}

/** How long the certificates of the servers are valid. Nothing is sent but what asks for TLS. */
export async function certificateFindings(places: readonly TlsPlace[], signal: AbortSignal): Promise<Found[]> {
  const found = await Promise.all(places.map((place) => findingsOf(place, signal)));
  return places.length === 0 ? [ok('certificates_none')] : found.flat();
}

async function findingsOf(place: TlsPlace, signal: AbortSignal): Promise<Found[]> {
  const host = nameOf(place);
  let socket: Socket | undefined;
  const stop = (): void => void socket?.destroy();
  signal.addEventListener('abort', stop);
  try {
    socket = place.by === undefined ? undefined : await openPlain(place, signal);
    const isUpgraded = socket === undefined || (await upgrade(socket, place.by));
    if (!isUpgraded) {
      return [];
    }
    const secure = connectTls(optionsOf(place, socket));
    socket = secure;
    await once(secure, 'secureConnect');
    return judged(host, secure);
  } catch (error) {
    return [fault('certificate_unread', { host, reason: messageOf(error) })];
  } finally {
    signal.removeEventListener('abort', stop);
    socket?.destroy();
  }
}

const optionsOf = ({ host, port, ca }: TlsPlace, socket: Socket | undefined) => ({
  ...(socket === undefined ? { host, port } : { socket, host }),
  ...(isIP(host) === 0 && { servername: host }),
  ...(ca !== undefined && { ca }),
  // It is only looked at.
  rejectUnauthorized: false,
});

function judged(host: string, socket: TLSSocket): Found[] {
  const untrusted = socket.authorized ? [] : [untrustedFinding(host, socket.authorizationError)];
  return [...untrusted, expiryFinding(host, new Date(socket.getPeerCertificate().valid_to), new Date())];
}

const untrustedFinding = (host: string, reason: unknown): Found =>
  warning('certificate_untrusted', { host, reason: messageOf(reason) });

export function expiryFinding(host: string, end: Date, now: Date): Found {
  const days = Math.floor((end.getTime() - now.getTime()) / DAY_MS);
  const judge = days < 0 ? fault : days < SOON_DAYS ? warning : ok;
  return judge('certificate_ends', { host, day: end.toISOString().slice(0, 10), days });
}

const nameOf = ({ host, port }: TlsPlace): string => `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;

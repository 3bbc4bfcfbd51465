import { statfs } from 'node:fs/promises';
import { connect } from 'node:tls';
import { once } from 'node:events';
import { fault, type Finding, ok, warning } from './finding.js';

const DAY_MS = 86_400_000;
const SOON_DAYS = 21;
/** Share and bytes below which a disk counts as full. */
const LITTLE = { share: 0.05, bytes: 1_073_741_824 } as const;

/** How long the certificate of an address is valid. @param address of the console, as people reach it */
export async function certificateFindings(address: string | undefined, signal: AbortSignal): Promise<Finding[]> {
  const url = address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:') {
    return [ok('The console has no https address')];
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  // It is only looked at: nothing is sent.
  const socket = connect({ host, port: Number(url.port || 443), servername: host, rejectUnauthorized: false });
  signal.addEventListener('abort', () => socket.destroy());
  try {
    await once(socket, 'secureConnect');
    const trusted = socket.authorized ? [] : [untrusted(url.host, String(socket.authorizationError))];
    return [...trusted, expiryFinding(url.host, new Date(socket.getPeerCertificate().valid_to), new Date())];
  } finally {
    socket.destroy();
  }
}

const untrusted = (host: string, reason: string): Finding =>
  warning(
    `The certificate of ${host} is not trusted here: ${reason}`,
    'Name the authority in NODE_EXTRA_CA_CERTS, or send the whole chain.',
  );

export function expiryFinding(host: string, end: Date, now: Date): Finding {
  const days = Math.floor((end.getTime() - now.getTime()) / DAY_MS);
  const text = `The certificate of ${host} ends on ${end.toISOString().slice(0, 10)}`;
  if (days < 0) {
    return fault(text, 'Renew it.');
  }
  return days < SOON_DAYS ? warning(text, 'Renew it.') : ok(text);
}

/** Room on the disk of the data directory. */
export async function diskFindings(directory: string): Promise<Finding[]> {
  const { bsize, blocks, bavail } = await statfs(directory);
  return [roomFinding(directory, bavail * bsize, blocks * bsize)];
}

export function roomFinding(directory: string, free: number, size: number): Finding {
  const text = `${(free / LITTLE.bytes).toFixed(1)} GiB are free at ${directory}`;
  return free < LITTLE.bytes || free < size * LITTLE.share
    ? warning(text, 'Free room, or move the data directory to a larger disk.')
    : ok(text);
}

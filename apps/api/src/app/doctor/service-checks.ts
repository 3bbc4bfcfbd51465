import { statfs } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { BucketBook } from '@switchyard/database';
import { blobStoresOn } from '@switchyard/infrastructure';
import {
  createBus,
  createLogger,
  inspectRedis,
  MailClient,
  type MessageBus,
  OutboundClient,
  OutboundError,
  readBlobStore,
} from '@switchyard/server';
import { apiSettings, settingsShape } from '@switchyard/settings';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { LdapDirectory, type LdapSettings } from '../../identity/ldap/ldap-directory.js';
import { type Found, fault, ok, warning } from './finding.js';

/** Nothing of a look is logged. */
const SILENT = createLogger({ name: 'doctor', level: 'fatal' });
const OUTBOUND_MS = 4_000;

export async function queueFindings(url: string | undefined): Promise<Found[]> {
  if (url === undefined) {
    return [ok('queue_in_database')];
  }
  const { version, appendOnly, eviction, refused } = await inspectRedis(url);
  return [
    ok('redis_server', { version }),
    ...(refused.length > 0 ? [fault('redis_rights', { commands: refused.join(', ') })] : []),
    ...(appendOnly === false ? [warning('redis_forgets')] : []),
    ...(eviction !== null && eviction !== 'noeviction' ? [fault('redis_evicts', { policy: eviction })] : []),
  ];
}

/** Sends a message over a bus of its own and waits for it. */
export async function busFindings(
  databaseUrl: string,
  queueUrl: string | undefined,
  signal: AbortSignal,
): Promise<Found[]> {
  const channel = `doctor.${randomUUID()}`;
  const bus = createBus({ databaseUrl, queueUrl, logger: SILENT });
  const aborted = new Promise<Found[]>((resolve) =>
    signal.addEventListener('abort', () => resolve([fault('bus_silent')])),
  );
  try {
    const came = new Promise<void>((resolve) => void bus.subscribe(channel, () => resolve()));
    return await Promise.race([sent(bus, channel, came), aborted]);
  } finally {
    await bus.close();
  }
}

async function sent(bus: MessageBus, channel: string, came: Promise<void>): Promise<Found[]> {
  await bus.ready;
  const start = performance.now();
  bus.publish(channel, '');
  await came;
  return [ok('bus_works', { ms: Math.ceil(performance.now() - start) })];
}

export async function blobFindings(url: string | undefined, source: DataSource): Promise<Found[]> {
  if (url === undefined) {
    return [ok('blobs_in_database')];
  }
  await readBlobStore({ ...blobStoresOn({ SWITCHYARD_BLOB_URL: url }, source), book: new BucketBook(source) });
  return [ok('bucket_works')];
}

export async function mailFindings(url: string | undefined): Promise<Found[]> {
  if (url === undefined) {
    return [ok('mail_none')];
  }
  const client = new MailClient(url, '');
  try {
    await client.verify();
    return [ok('mail_works')];
  } finally {
    client.close();
  }
}

/** @param allow as in SWITCHYARD_OUTBOUND_ALLOW */
export async function outboundFindings(
  origins: readonly string[],
  allow: readonly string[],
  signal: AbortSignal,
): Promise<Found[]> {
  const client = new OutboundClient({ allow, timeoutMs: OUTBOUND_MS });
  const found = await Promise.all(origins.map((origin) => reached(client, origin, signal)));
  return origins.length === 0 ? [ok('outbound_none')] : found;
}

async function reached(client: OutboundClient, origin: string, signal: AbortSignal): Promise<Found> {
  const { host } = new URL(origin);
  try {
    await client.send({ url: `${origin}/`, method: 'GET', signal });
    return ok('outbound_reached', { host });
  } catch (error) {
    if (!(error instanceof OutboundError)) {
      throw error;
    }
    if (error.fault === 'too_large') {
      return ok('outbound_reached', { host });
    }
    return error.fault === 'refused'
      ? fault('outbound_refused', { host })
      : fault('outbound_away', { host, reason: error.message });
  }
}

const shape = settingsShape(apiSettings);
const isOfDirectory = ([name]: [string, unknown]): boolean => name.startsWith('SWITCHYARD_AUTH_LDAP_');
const Settings = z.object(Object.fromEntries(Object.entries(shape).filter(isOfDirectory)));

/** Signs in at the directory and searches for nobody. */
export async function directoryFindings(texts: Readonly<Record<string, string>>): Promise<Found[]> {
  if (texts.SWITCHYARD_AUTH_LDAP_URL === undefined) {
    return [ok('directory_none')];
  }
  await new LdapDirectory(Settings.parse(texts) as LdapSettings).require();
  return [ok('directory_works')];
}

const GIB = 1_073_741_824;
/** Share and bytes below which a disk counts as full. */
const LITTLE = { share: 0.05, bytes: GIB } as const;

/** Room on the disk of the data directory. */
export async function diskFindings(directory: string): Promise<Found[]> {
  const { bsize, blocks, bavail } = await statfs(directory);
  return [roomFinding(directory, bavail * bsize, blocks * bsize)];
}

export function roomFinding(directory: string, free: number, size: number): Found {
  const judge = free < LITTLE.bytes || free < size * LITTLE.share ? warning : ok;
  return judge('disk_room', { free: (free / GIB).toFixed(1), directory });
}

import { createDataSource, knownMigrations, unknownMigrations } from '@switchyard/database';
import type { ReadTexts } from '@switchyard/settings';
import type { DataSource } from 'typeorm';
import { VERSION } from '../../platform/version.js';
import { certificateFindings } from './certificates.js';
import {
  clockFindings,
  issuerFindings,
  messageFindings,
  migrationFindings,
  runnerFindings,
  serverFindings,
  tableFindings,
  toolFindings,
  waitingFindings,
} from './database-findings.js';
import {
  asksForIdTokens,
  failingReceivers,
  fullestSequences,
  largestTables,
  longestWaiting,
  openMessages,
  ranMigrations,
  runnerFacts,
  serverFacts,
  usedApps,
} from './doctor.repository.js';
import { type Check, type Found, warning } from './finding.js';
import { settingFindings } from './given-settings.js';
import {
  blobFindings,
  busFindings,
  directoryFindings,
  diskFindings,
  mailFindings,
  outboundFindings,
  queueFindings,
} from './service-checks.js';
import { calledOrigins, tlsPlaces } from './used-places.js';

/** A connection that changes no schema; the first use opens it. */
export class LookingDatabase {
  private opened: Promise<DataSource> | undefined;

  constructor(private readonly url: string | undefined) {}

  open(): Promise<DataSource> {
    if (this.url === undefined) {
      return Promise.reject(
        new Error('There is none: SWITCHYARD_DATABASE_URL is not set, and nothing was started here yet'),
      );
    }
    this.opened ??= createDataSource(this.url, { poolSize: 4, entities: [] }).initialize();
    return this.opened;
  }

  async close(): Promise<void> {
    await this.opened?.then(
      (source) => source.destroy(),
      () => undefined,
    );
  }
}

/** Everything that is looked at, in the order in which it is shown. */
export function allChecks(given: ReadTexts, database: LookingDatabase): Check[] {
  const { texts } = given;
  const { SWITCHYARD_QUEUE_URL: queue, SWITCHYARD_DATABASE_URL: databaseUrl = '' } = texts;
  const on = (name: Check['name'], look: (source: DataSource, signal: AbortSignal) => Promise<Found[]>): Check => ({
    name,
    run: async (signal) => {
      const source = await database.open().catch(() => null);
      return source === null ? [warning('check_skipped')] : look(source, signal);
    },
  });
  const bus: Check['run'] = (signal) => busFindings(databaseUrl, queue, signal);
  return [
    { name: 'settings', run: () => Promise.resolve(settingFindings(given)) },
    { name: 'database', run: async () => databaseFindings(await database.open()) },
    on('clock', skewFindings),
    on('migrations', async (source) => {
      const ran = await ranMigrations(source);
      return migrationFindings(ran, knownMigrations, unknownMigrations(ran));
    }),
    { name: 'queue', run: () => queueFindings(queue) },
    queue === undefined ? on('bus', (_, signal) => bus(signal)) : { name: 'bus', run: bus },
    on('blobs', (source) => blobFindings(texts.SWITCHYARD_BLOB_URL, source)),
    { name: 'mail', run: () => mailFindings(texts.SWITCHYARD_SMTP_URL) },
    { name: 'directory', run: () => directoryFindings(texts) },
    { name: 'certificates', run: (signal) => certificateFindings(tlsPlaces(texts), signal) },
    { name: 'outbound', run: (signal) => outboundFindings(calledOrigins(texts), allowed(texts), signal) },
    { name: 'disk', run: () => diskFindings(texts.SWITCHYARD_DATA_DIR ?? '.') },
    on('runners', async (source) => runnerFindings(await runnerFacts(source), VERSION)),
    on('tools', async (source) => [
      ...toolFindings(await usedApps(source), await runnerFacts(source)),
      ...issuerFindings(await asksForIdTokens(source), texts.SWITCHYARD_WEB_HOST),
    ]),
    on('tasks', async (source) => waitingFindings(await longestWaiting(source))),
    on('deliveries', async (source) => messageFindings(await openMessages(source), await failingReceivers(source))),
    on('tables', async (source) => tableFindings(await largestTables(source), await fullestSequences(source))),
  ];
}

async function databaseFindings(source: DataSource): Promise<Found[]> {
  const facts = await serverFacts(source);
  return facts ? serverFindings(facts) : [];
}

async function skewFindings(source: DataSource): Promise<Found[]> {
  // The first statement of a connection takes longer.
  await serverFacts(source);
  const sent = Date.now();
  const facts = await serverFacts(source);
  return facts ? clockFindings(facts, [sent, Date.now()]) : [];
}

/** Addresses, ranges and hosts that may be reached beside public ones, and the host of the vault. */
function allowed({ SWITCHYARD_OUTBOUND_ALLOW: allow = '', SWITCHYARD_VAULT_ADDRESS: vault = '' }: ReadTexts['texts']) {
  const listed = allow.split(',').map((part) => part.trim());
  return [...listed, ...(URL.canParse(vault) ? [new URL(vault).hostname] : [])].filter((part) => part !== '');
}

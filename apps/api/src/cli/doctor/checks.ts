import { BucketBook, createDataSource, knownMigrations, unknownMigrations } from '@switchyard/database';
import { inspectRedis, MailClient, readBlobStore } from '@switchyard/server';
import { blobStoresOn } from '@switchyard/infrastructure';
import type { DataSource } from 'typeorm';
import { VERSION } from '../../platform/version.js';
import {
  clockFindings,
  messageFindings,
  migrationFindings,
  runnerFindings,
  serverFindings,
  tableFindings,
  waitingFindings,
} from './database-findings.js';
import {
  failingReceivers,
  fullestSequences,
  largestTables,
  longestWaiting,
  openMessages,
  ranMigrations,
  runnerFacts,
  serverFacts,
} from './doctor.repository.js';
import { type Check, fault, type Finding, ok, warning } from './finding.js';
import { type GivenSettings, settingFindings } from './given-settings.js';
import { certificateFindings, diskFindings } from './outside-checks.js';

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
export function allChecks(given: GivenSettings, database: LookingDatabase): Check[] {
  const { texts } = given;
  const on = (name: string, look: (source: DataSource) => Promise<Finding[]>): Check => ({
    name,
    run: async () => {
      const source = await database.open().catch(() => null);
      return source === null
        ? [warning('Not looked at, because the database is not reached', 'Repair the database first.')]
        : look(source);
    },
  });
  return [
    { name: 'settings', run: () => Promise.resolve(settingFindings(given)) },
    { name: 'database', run: async () => databaseFindings(await database.open()) },
    on('clock', skewFindings),
    on('migrations', async (source) => {
      const ran = await ranMigrations(source);
      return migrationFindings(ran, knownMigrations, unknownMigrations(ran));
    }),
    { name: 'queue', run: () => queueFindings(texts.SWITCHYARD_QUEUE_URL) },
    on('blobs', (source) => blobFindings(texts.SWITCHYARD_BLOB_URL, source)),
    { name: 'mail', run: () => mailFindings(texts.SWITCHYARD_SMTP_URL) },
    { name: 'certificate', run: (signal) => certificateFindings(texts.SWITCHYARD_WEB_HOST, signal) },
    { name: 'disk', run: () => diskFindings(texts.SWITCHYARD_DATA_DIR ?? '.') },
    on('runners', async (source) => runnerFindings(await runnerFacts(source), VERSION)),
    on('tasks', async (source) => waitingFindings(await longestWaiting(source))),
    on('deliveries', async (source) => messageFindings(await openMessages(source), await failingReceivers(source))),
    on('tables', async (source) => tableFindings(await largestTables(source), await fullestSequences(source))),
  ];
}

async function databaseFindings(source: DataSource): Promise<Finding[]> {
  const facts = await serverFacts(source);
  return facts ? serverFindings(facts) : [];
}

async function skewFindings(source: DataSource): Promise<Finding[]> {
  // The first statement of a connection takes longer.
  await serverFacts(source);
  const sent = Date.now();
  const facts = await serverFacts(source);
  return facts ? clockFindings(facts, [sent, Date.now()]) : [];
}

async function queueFindings(url: string | undefined): Promise<Finding[]> {
  if (url === undefined) {
    return [ok('Queue and bus are in the database')];
  }
  const { version, appendOnly, eviction } = await inspectRedis(url);
  return [
    ok(`Redis ${version}`),
    ...(appendOnly === false
      ? [
          warning(
            'Redis forgets its newest messages when it ends',
            'Set appendonly to yes; what is lost is found again, later.',
          ),
        ]
      : []),
    ...(eviction !== null && eviction !== 'noeviction'
      ? [fault(`Redis removes messages when its memory is full (${eviction})`, 'Set maxmemory-policy to noeviction.')]
      : []),
  ];
}

async function blobFindings(url: string | undefined, source: DataSource): Promise<Finding[]> {
  if (url === undefined) {
    return [ok('Archived logs, plans and states are in the database')];
  }
  await readBlobStore({ ...blobStoresOn({ SWITCHYARD_BLOB_URL: url }, source), book: new BucketBook(source) });
  return [ok('The bucket is reached, and belongs to this database')];
}

async function mailFindings(url: string | undefined): Promise<Finding[]> {
  if (url === undefined) {
    return [ok('There is no mail server: nothing is sent by mail')];
  }
  const client = new MailClient(url, '');
  try {
    await client.verify();
    return [ok('The mail server takes our sign-in')];
  } finally {
    client.close();
  }
}

import { quotaOf, type QuotaSettings } from '@switchyard/billing';
import { type DeliveryJob, type DispatchJob, QueueName } from '@switchyard/contracts';
import { BucketBook, type DataSourceSettings, openDatabase, PostgresBlobStore } from '@switchyard/database';
import { createSignals, type Engine, type Sealing } from '@switchyard/engine';
import {
  BESIDE_BUS_MS,
  BlobMissingError,
  type BlobStore,
  type BlobStores,
  createBus,
  createQueueBackend,
  loadSecretBox,
  type Logger,
  type MessageBus,
  openBlobStore,
  type QueueBackend,
  SealedBlobs,
  type SecretBox,
  Wake,
} from '@switchyard/server';
import { loggedTracing, openTracing } from '@switchyard/tracing';
import type { DataSource, EntityManager } from 'typeorm';

/** The settings that say where everything is. */
export interface InfrastructureSettings extends EncryptionSettings, QuotaSettings {
  SWITCHYARD_DATABASE_URL: string;
  SWITCHYARD_QUEUE_URL?: string | undefined;
  SWITCHYARD_BLOB_URL?: string | undefined;
}

/** The settings of encryption at rest. */
export interface EncryptionSettings {
  SWITCHYARD_DATA_DIR: string;
  SWITCHYARD_SECRET_KEY?: string | undefined;
  SWITCHYARD_OLD_SECRET_KEYS: readonly string[];
}

/** How a process opens what it shares. */
export interface Opening<S extends Sealing> {
  logger: Logger;
  database: DataSourceSettings;
  /** Encryption at rest, opened once the schema is up to date. */
  openSecrets: (dataSource: DataSource) => S | Promise<S>;
  /** The box behind these secrets, which seals blobs. */
  boxOf: (secrets: S) => SecretBox | Promise<SecretBox>;
  /** Opens a store, however often it takes; `what` names it. By default the first failure ends the opening. */
  untilAvailable?: <T>(what: string, open: () => Promise<T>) => Promise<T>;
}

/** Resources that a whole process shares. */
export interface Infrastructure<S extends Sealing> {
  dataSource: DataSource;
  secrets: S;
  /** Large objects, as they are stored. */
  blobs: BlobStore;
  bus: MessageBus;
  queues: QueueBackend;
  wake: Wake<DispatchJob>;
  deliveryWake: Wake<DeliveryJob>;
  engine: Engine;
  /** In order, after the last use. */
  close(): Promise<void>;
}

/**
 * Opens everything, or nothing: what was opened before a failure is closed again. The schema is brought up to date; the bus may
 * still be connecting (`bus.ready`).
 */
export async function openInfrastructure<S extends Sealing>(
  settings: InfrastructureSettings,
  opening: Opening<S>,
): Promise<Infrastructure<S>> {
  const { logger, untilAvailable = (_what, open) => open() } = opening;
  const closings: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const step of closings.splice(0).reverse()) {
      await step();
    }
  };
  try {
    const dataSource = await untilAvailable('database', () =>
      openDatabase(settings.SWITCHYARD_DATABASE_URL, opening.database),
    );
    closings.push(() => dataSource.destroy());
    const secrets = await opening.openSecrets(dataSource);
    const blobs = await openBlobStore(blobStoresOn(settings, dataSource), logger);
    const stores = { databaseUrl: settings.SWITCHYARD_DATABASE_URL, queueUrl: settings.SWITCHYARD_QUEUE_URL, logger };
    const bus = createBus(stores);
    closings.push(() => bus.close());
    const queues = await untilAvailable('queue', () => createQueueBackend(stores));
    const wake = new Wake(queues.queue<DispatchJob>(QueueName.dispatch), logger, BESIDE_BUS_MS);
    const deliveryWake = new Wake(queues.queue<DeliveryJob>(QueueName.delivery), logger);
    closings.push(async () => {
      await Promise.all([wake.settled(), deliveryWake.settled()]);
      await queues.close();
    });
    const tracing = await openTracing(opening.database?.applicationName ?? 'switchyard');
    closings.push(() => tracing?.close() ?? Promise.resolve());
    const engine: Engine = {
      dataSource,
      signals: createSignals(bus, wake, deliveryWake),
      secrets,
      blobs: new SealedBlobs(blobs, () => opening.boxOf(secrets)),
      ...quotaOf(settings),
      ...(tracing && { traces: loggedTracing(tracing, (fields, message) => logger.info(fields, message)) }),
    };
    return { dataSource, secrets, blobs, bus, queues, wake, deliveryWake, engine, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The encryption at rest of an installation. @throws EncryptionError */
export const secretBoxOf = (settings: EncryptionSettings): Promise<SecretBox> =>
  loadSecretBox({
    dataDir: settings.SWITCHYARD_DATA_DIR,
    secretKey: settings.SWITCHYARD_SECRET_KEY,
    oldSecretKeys: settings.SWITCHYARD_OLD_SECRET_KEYS,
  });

/** Where the blobs of an installation are, over one connection to its database or many. */
export const blobStoresOn = (
  { SWITCHYARD_BLOB_URL: url }: Pick<InfrastructureSettings, 'SWITCHYARD_BLOB_URL'>,
  on: Pick<EntityManager, 'query'>,
): BlobStores & { book: BucketBook } => ({
  url,
  inDatabase: new PostgresBlobStore(on, (key) => new BlobMissingError(key)),
  book: new BucketBook(on),
});

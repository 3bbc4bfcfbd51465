import { QueueName, type DispatchJob, type DeliveryJob } from '@switchyard/contracts';
import { BucketBook, PostgresBlobStore } from '@switchyard/database';
import {
  BESIDE_BUS_MS,
  BlobMissingError,
  type BlobStore,
  createBus,
  createQueueBackend,
  loadSecretBox,
  openBlobStore,
  Wake,
  type Logger,
  type MessageBus,
  type QueueBackend,
  type SecretBox,
} from '@switchyard/server';
import type { DataSource } from 'typeorm';
import type { ApiConfig } from '../config.js';
import { ApiMetrics } from '../metrics/api-metrics.js';
import { openDatabase } from '../database/open-database.js';
import { requireEncryption } from './require-encryption.js';

/** What the whole app shares. */
export interface Infrastructure {
  config: ApiConfig;
  logger: Logger;
  metrics: ApiMetrics;
  dataSource: DataSource;
  secretBox: SecretBox;
  /** Large objects. */
  blobs: BlobStore;
  bus: MessageBus;
  queues: QueueBackend;
  wake: Wake<DispatchJob>;
  deliveryWake: Wake<DeliveryJob>;
  /** In order, after the last use. */
  close(): Promise<void>;
}

/** Opens everything, or nothing: what was opened before a failure is closed again. */
export async function openInfrastructure(config: ApiConfig, logger: Logger): Promise<Infrastructure> {
  const closings: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const step of closings.splice(0).reverse()) {
      await step();
    }
  };
  try {
    const metrics = new ApiMetrics(config.SWITCHYARD_METRICS_PORT > 0);
    const dataSource = await openDatabase(config, metrics);
    closings.push(() => dataSource.destroy());
    const secretBox = await openSecretBox(config, dataSource);
    const blobs = await openBlobs(config, logger, dataSource);
    const bus = createBus(storeOf(config, logger));
    closings.push(() => bus.close());
    const queues = await createQueueBackend(storeOf(config, logger));
    const wake = new Wake(queues.queue<DispatchJob>(QueueName.dispatch), logger, BESIDE_BUS_MS);
    const deliveryWake = new Wake(queues.queue<DeliveryJob>(QueueName.delivery), logger);
    closings.push(async () => {
      await Promise.all([wake.settled(), deliveryWake.settled()]);
      await queues.close();
    });
    await bus.ready;
    return { config, logger, metrics, dataSource, secretBox, blobs, bus, queues, wake, deliveryWake, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openSecretBox(config: ApiConfig, dataSource: DataSource): Promise<SecretBox> {
  const box = await loadSecretBox({
    dataDir: config.SWITCHYARD_DATA_DIR,
    secretKey: config.SWITCHYARD_SECRET_KEY,
    oldSecretKeys: config.SWITCHYARD_OLD_SECRET_KEYS,
  });
  await requireEncryption(box, dataSource);
  return box;
}

const openBlobs = (config: ApiConfig, logger: Logger, dataSource: DataSource): Promise<BlobStore> => {
  const inDatabase = new PostgresBlobStore(dataSource, (key) => new BlobMissingError(key));
  return openBlobStore({ url: config.SWITCHYARD_BLOB_URL, inDatabase, book: new BucketBook(dataSource) }, logger);
};

const storeOf = (config: ApiConfig, logger: Logger) => ({
  databaseUrl: config.SWITCHYARD_DATABASE_URL,
  queueUrl: config.SWITCHYARD_QUEUE_URL,
  logger,
});

import { Global, Module, type DynamicModule, Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { quotaOf } from '@switchyard/billing';
import { QueueName, type DispatchJob, type DeliveryJob } from '@switchyard/contracts';
import { BucketBook, PostgresBlobStore } from '@switchyard/database';
import { createSignals, type Engine } from '@switchyard/engine';
import {
  BESIDE_BUS_MS,
  BlobMissingError,
  type BlobStore,
  createBus,
  createQueueBackend,
  openBlobStore,
  SealedBlobs,
  Wake,
  type Logger,
  type MessageBus,
  type QueueBackend,
} from '@switchyard/server';
import { DataSource } from 'typeorm';
import type { DispatcherConfig } from '../config.js';
import { LazySecretBox } from './lazy-secret-box.js';
import { openDatabase, untilAvailable } from './open-stores.js';
import {
  BLOB_STORE,
  BUS,
  DISPATCHER_CONFIG,
  DISPATCH_WAKE,
  ENGINE,
  LOGGER,
  DELIVERY_WAKE,
  QUEUE_BACKEND,
  START_SIGNAL,
} from './tokens.js';

const storeOf = (config: DispatcherConfig, logger: Logger) => ({
  databaseUrl: config.SWITCHYARD_DATABASE_URL,
  queueUrl: config.SWITCHYARD_QUEUE_URL,
  logger,
});

const openQueues = (config: DispatcherConfig, logger: Logger, signal: AbortSignal): Promise<QueueBackend> =>
  untilAvailable('queue', () => createQueueBackend(storeOf(config, logger)), logger, signal);

function openBlobs(config: DispatcherConfig, logger: Logger, dataSource: DataSource): Promise<BlobStore> {
  const inDatabase = new PostgresBlobStore(dataSource, (key) => new BlobMissingError(key));
  return openBlobStore({ url: config.SWITCHYARD_BLOB_URL, inDatabase, book: new BucketBook(dataSource) }, logger);
}

const providers = [
  { provide: DataSource, inject: [DISPATCHER_CONFIG, LOGGER, START_SIGNAL], useFactory: openDatabase },
  {
    provide: LazySecretBox,
    inject: [DISPATCHER_CONFIG],
    useFactory: (config: DispatcherConfig): LazySecretBox => new LazySecretBox(config),
  },
  {
    provide: BUS,
    inject: [DISPATCHER_CONFIG, LOGGER, DataSource],
    useFactory: (config: DispatcherConfig, logger: Logger): MessageBus => createBus(storeOf(config, logger)),
  },
  { provide: QUEUE_BACKEND, inject: [DISPATCHER_CONFIG, LOGGER, START_SIGNAL, DataSource], useFactory: openQueues },
  {
    provide: DISPATCH_WAKE,
    inject: [QUEUE_BACKEND, LOGGER],
    useFactory: (queues: QueueBackend, logger: Logger): Wake<DispatchJob> =>
      new Wake(queues.queue<DispatchJob>(QueueName.dispatch), logger, BESIDE_BUS_MS),
  },
  {
    provide: DELIVERY_WAKE,
    inject: [QUEUE_BACKEND, LOGGER],
    useFactory: (queues: QueueBackend, logger: Logger): Wake<DeliveryJob> =>
      new Wake(queues.queue<DeliveryJob>(QueueName.delivery), logger),
  },
  {
    provide: BLOB_STORE,
    inject: [DISPATCHER_CONFIG, LOGGER, DataSource],
    useFactory: openBlobs,
  },
  {
    provide: ENGINE,
    inject: [DataSource, BUS, DISPATCH_WAKE, DELIVERY_WAKE, LazySecretBox, BLOB_STORE, DISPATCHER_CONFIG],
    useFactory: (
      dataSource: DataSource,
      bus: MessageBus,
      dispatch: Wake<DispatchJob>,
      messages: Wake<DeliveryJob>,
      secrets: LazySecretBox,
      store: BlobStore,
      config: DispatcherConfig,
    ): Engine => ({
      dataSource,
      signals: createSignals(bus, dispatch, messages),
      secrets,
      blobs: new SealedBlobs(store, () => secrets.open()),
      ...quotaOf(config),
    }),
  },
];

/** What every feature shares: database, bus, queues, the engine's ports. Closed in order at the end. */
@Global()
@Module({})
export class InfrastructureModule {
  static forRoot(config: DispatcherConfig, logger: Logger, signal: AbortSignal): DynamicModule {
    return {
      module: InfrastructureModule,
      providers: [
        { provide: DISPATCHER_CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: START_SIGNAL, useValue: signal },
        ...providers,
        InfrastructureEnd,
      ],
      exports: [DISPATCHER_CONFIG, LOGGER, ...providers.map(({ provide }) => provide)],
    };
  }
}

/** Closes the shared connections when all work has stopped. */
@Injectable()
class InfrastructureEnd implements OnApplicationShutdown {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(BUS) private readonly bus: MessageBus,
    @Inject(QUEUE_BACKEND) private readonly queues: QueueBackend,
    @Inject(DISPATCH_WAKE) private readonly dispatch: Wake<DispatchJob>,
    @Inject(DELIVERY_WAKE) private readonly messages: Wake<DeliveryJob>,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.dispatch.settled(), this.messages.settled()]);
    await this.queues.close();
    await this.bus.flush();
    await this.bus.close();
    await this.dataSource.destroy();
  }
}

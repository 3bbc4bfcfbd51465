import { Global, Module, type DynamicModule } from '@nestjs/common';
import { QueueName, type DispatchJob } from '@switchyard/contracts';
import { createSignals, type Engine } from '@switchyard/engine';
import {
  createBus,
  createQueueBackend,
  HealthRegistry,
  loadSecretBox,
  SecretBox,
  Wake,
  type Logger,
  type MessageBus,
  type QueueBackend,
} from '@switchyard/server';
import { DataSource } from 'typeorm';
import type { ApiConfig } from '../config.js';
import { healthRegistry } from './health-checks.js';
import { InfrastructureEnd } from './infrastructure-end.js';
import { openDatabase } from './open-database.js';
import { requireEncryption } from './require-encryption.js';
import { API_CONFIG, BUS, DISPATCH_WAKE, ENGINE, LOGGER, QUEUE_BACKEND } from './tokens.js';

const storeOf = (config: ApiConfig, logger: Logger) => ({
  databaseUrl: config.SWITCHYARD_DATABASE_URL,
  queueUrl: config.SWITCHYARD_QUEUE_URL,
  logger,
});

const openSecretBox = async (config: ApiConfig, dataSource: DataSource): Promise<SecretBox> => {
  const box = await loadSecretBox({
    dataDir: config.SWITCHYARD_DATA_DIR,
    secretKey: config.SWITCHYARD_SECRET_KEY,
    oldSecretKeys: config.SWITCHYARD_OLD_SECRET_KEYS,
  });
  await requireEncryption(box, dataSource);
  return box;
};

const openBus = async (config: ApiConfig, logger: Logger): Promise<MessageBus> => {
  const bus = createBus(storeOf(config, logger));
  await bus.ready;
  return bus;
};

const providers = [
  { provide: DataSource, inject: [API_CONFIG], useFactory: openDatabase },
  { provide: SecretBox, inject: [API_CONFIG, DataSource], useFactory: openSecretBox },
  // After the database: a migration must not race the first subscription.
  { provide: BUS, inject: [API_CONFIG, LOGGER, DataSource], useFactory: openBus },
  {
    provide: QUEUE_BACKEND,
    inject: [API_CONFIG, LOGGER, DataSource],
    useFactory: (config: ApiConfig, logger: Logger): Promise<QueueBackend> =>
      createQueueBackend(storeOf(config, logger)),
  },
  {
    provide: DISPATCH_WAKE,
    inject: [QUEUE_BACKEND, LOGGER],
    useFactory: (backend: QueueBackend, logger: Logger): Wake<DispatchJob> =>
      new Wake(backend.queue<DispatchJob>(QueueName.dispatch), logger),
  },
  {
    provide: ENGINE,
    inject: [DataSource, BUS, DISPATCH_WAKE],
    useFactory: (dataSource: DataSource, bus: MessageBus, wake: Wake<DispatchJob>): Engine => ({
      dataSource,
      signals: createSignals(bus, wake),
    }),
  },
  { provide: HealthRegistry, inject: [DataSource, BUS, QUEUE_BACKEND], useFactory: healthRegistry },
];

/** What every feature shares: database, bus, queues, encryption, the engine's ports. Closed in order at the end. */
@Global()
@Module({})
export class InfrastructureModule {
  static forRoot(config: ApiConfig, logger: Logger): DynamicModule {
    return {
      module: InfrastructureModule,
      providers: [
        { provide: API_CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        ...providers,
        InfrastructureEnd,
      ],
      exports: [API_CONFIG, LOGGER, ...providers.map(({ provide }) => provide)],
    };
  }
}

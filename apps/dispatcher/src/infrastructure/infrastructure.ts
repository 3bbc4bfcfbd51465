import { Global, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LazySecretBox } from './lazy-secret-box.js';
import type { DispatcherInfrastructure } from './open-infrastructure.js';
import {
  BLOB_STORE,
  BUS,
  DISPATCHER_CONFIG,
  DISPATCH_WAKE,
  ENGINE,
  LOGGER,
  DELIVERY_WAKE,
  QUEUE_BACKEND,
} from './tokens.js';

/** Makes what every feature shares injectable, and closes it when all work has stopped. */
@Global()
@Module({})
export class InfrastructureModule {
  static forRoot(infrastructure: DispatcherInfrastructure): DynamicModule {
    const { config, logger, dataSource, secrets, blobs, bus, queues, wake, deliveryWake, engine } = infrastructure;
    const end: OnApplicationShutdown = { onApplicationShutdown: () => infrastructure.close() };
    const providers = [
      { provide: DISPATCHER_CONFIG, useValue: config },
      { provide: LOGGER, useValue: logger },
      { provide: DataSource, useValue: dataSource },
      { provide: LazySecretBox, useValue: secrets },
      { provide: BLOB_STORE, useValue: blobs },
      { provide: BUS, useValue: bus },
      { provide: QUEUE_BACKEND, useValue: queues },
      { provide: DISPATCH_WAKE, useValue: wake },
      { provide: DELIVERY_WAKE, useValue: deliveryWake },
      { provide: ENGINE, useValue: engine },
    ];
    return {
      module: InfrastructureModule,
      providers: [...providers, { provide: 'INFRASTRUCTURE_END', useValue: end }],
      exports: providers.map(({ provide }) => provide),
    };
  }
}

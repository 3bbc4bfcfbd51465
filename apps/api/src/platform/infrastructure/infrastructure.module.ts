import { Global, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { QueueName } from '@switchyard/contracts';
import { requireDatabase } from '@switchyard/database';
import { HealthRegistry, SecretBox, type MessageBus, type QueueBackend } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { ApiMetrics } from '../metrics/api-metrics.js';
import { MetricsEndpoint } from './metrics-endpoint.js';
import type { ApiInfrastructure } from './open-infrastructure.js';
import { API_CONFIG, BUS, DISPATCH_WAKE, ENGINE, LOGGER, QUEUE_BACKEND } from './tokens.js';

/** Makes what the app shares injectable, and closes it after the last request was answered. */
@Global()
@Module({})
export class InfrastructureModule {
  static forRoot(infrastructure: ApiInfrastructure): DynamicModule {
    const { config, logger, metrics, dataSource, secrets, bus, queues, wake, engine } = infrastructure;
    const end: OnApplicationShutdown = { onApplicationShutdown: () => infrastructure.close() };
    const providers = [
      { provide: API_CONFIG, useValue: config },
      { provide: LOGGER, useValue: logger },
      { provide: ApiMetrics, useValue: metrics },
      { provide: DataSource, useValue: dataSource },
      { provide: SecretBox, useValue: secrets },
      { provide: BUS, useValue: bus },
      { provide: QUEUE_BACKEND, useValue: queues },
      { provide: DISPATCH_WAKE, useValue: wake },
      { provide: ENGINE, useValue: engine },
      { provide: HealthRegistry, useValue: healthRegistry(dataSource, bus, queues) },
    ];
    return {
      module: InfrastructureModule,
      providers: [...providers, MetricsEndpoint, { provide: 'INFRASTRUCTURE_END', useValue: end }],
      exports: providers.map(({ provide }) => provide),
    };
  }
}

/** The parts this process needs to serve. */
function healthRegistry(dataSource: DataSource, bus: MessageBus, queues: QueueBackend): HealthRegistry {
  const registry = new HealthRegistry();
  registry.register('database', () => requireDatabase(dataSource));
  registry.register('bus', () => bus.ready);
  registry.register('queue', () => queues.queue(QueueName.dispatch).countWaiting());
  return registry;
}

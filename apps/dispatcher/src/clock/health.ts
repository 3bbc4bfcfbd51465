import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { QueueName } from '@switchyard/contracts';
import { requireDatabase } from '@switchyard/database';
import {
  startHealthServer,
  type HealthServer,
  type Logger,
  type ServedMetrics,
  HealthRegistry,
  type MessageBus,
  type QueueBackend,
} from '@switchyard/server';
import { DataSource } from 'typeorm';
import type { DispatcherConfig } from '../config.js';
import { DISPATCHER_CONFIG, LOGGER, BUS, QUEUE_BACKEND } from '../infrastructure/infrastructure.js';
import { Metrics } from '../metrics/metrics.js';
import { Clock, SWEEP } from './clock.js';

/** A sweep that did not succeed for so long means that nothing is dispatched. */
const SILENT_MS = 30_000;

/** The parts that a dispatcher needs to do its work. */
@Injectable()
export class Readiness {
  constructor(
    @Inject(BUS) private readonly bus: MessageBus,
    @Inject(QUEUE_BACKEND) private readonly queues: QueueBackend,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  registry(): HealthRegistry {
    const registry = new HealthRegistry();
    registry.register('database', () => requireDatabase(this.dataSource));
    registry.register('bus', () => this.bus.ready);
    registry.register('queue', () => this.queues.queue(QueueName.dispatch).countWaiting());
    registry.register(SWEEP, async () => {
      if (this.clock.sinceSuccessMs(SWEEP) > SILENT_MS) {
        throw new Error('no sweep succeeded lately');
      }
    });
    return registry;
  }
}

/** `GET /api/health`, if a port is set, and `GET /metrics`, if a token is. */
@Injectable()
export class HealthEndpoint implements OnApplicationBootstrap, OnModuleDestroy {
  private server: HealthServer | undefined;

  constructor(
    @Inject(DISPATCHER_CONFIG) private readonly config: DispatcherConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { SWITCHYARD_HOST: host, SWITCHYARD_DISPATCHER_PORT: port } = this.config;
    if (port > 0) {
      const registry = this.readiness.registry();
      this.server = await startHealthServer({ host, port, registry, metrics: this.served() });
      this.logger.info({ host, port }, 'Health is answered');
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.server?.close();
  }

  private served(): ServedMetrics | undefined {
    const { SWITCHYARD_METRICS_TOKEN: token } = this.config;
    return token === undefined ? undefined : { token, text: this.metrics.open() };
  }
}

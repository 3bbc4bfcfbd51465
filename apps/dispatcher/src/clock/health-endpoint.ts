import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { QueueName } from '@switchyard/contracts';
import { requireDatabase } from '@switchyard/database';
import {
  HealthRegistry,
  startHealthServer,
  type HealthServer,
  type Logger,
  type MessageBus,
  type QueueBackend,
} from '@switchyard/server';
import { DataSource } from 'typeorm';
import { Clock } from './clock.js';
import { SWEEP } from './duty-table.js';
import type { DispatcherConfig } from '../config.js';
import { BUS, DISPATCHER_CONFIG, LOGGER, QUEUE_BACKEND } from '../infrastructure/tokens.js';

/** A sweep that did not succeed for so long means that nothing is dispatched. */
const SILENT_MS = 30_000;

/** `GET /api/health`, if a port is set. */
@Injectable()
export class HealthEndpoint implements OnApplicationBootstrap, OnModuleDestroy {
  private server: HealthServer | undefined;

  constructor(
    @Inject(DISPATCHER_CONFIG) private readonly config: DispatcherConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(BUS) private readonly bus: MessageBus,
    @Inject(QUEUE_BACKEND) private readonly queues: QueueBackend,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { SWITCHYARD_HOST: host, SWITCHYARD_DISPATCHER_PORT: port } = this.config;
    if (port > 0) {
      this.server = await startHealthServer({ host, port, registry: this.registry() });
      this.logger.info({ host, port }, 'Health is answered');
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.server?.close();
  }

  private registry(): HealthRegistry {
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

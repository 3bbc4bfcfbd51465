import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { startHealthServer, type HealthServer, type Logger, type ServedMetrics } from '@switchyard/server';
import type { DispatcherConfig } from '../config.js';
import { DISPATCHER_CONFIG, LOGGER } from '../infrastructure/tokens.js';
import { Metrics } from '../metrics/metrics.js';
import { Readiness } from './readiness.js';

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

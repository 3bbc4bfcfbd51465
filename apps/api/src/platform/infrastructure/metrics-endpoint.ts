import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HealthRegistry, startHealthServer, type HealthServer, type Logger } from '@switchyard/server';
import type { ApiConfig } from '../config.js';
import { API_CONFIG, LOGGER } from './tokens.js';
import { WorkerPool } from '../workers/worker-pool.js';
import { ApiMetrics } from '../metrics/api-metrics.js';

/** `GET /metrics` on a port of its own, which no proxy in front of console and API leads to. */
@Injectable()
export class MetricsEndpoint implements OnApplicationBootstrap, OnModuleDestroy {
  private server: HealthServer | undefined;

  constructor(
    @Inject(API_CONFIG) private readonly config: ApiConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly health: HealthRegistry,
    private readonly metrics: ApiMetrics,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { SWITCHYARD_HOST: host, SWITCHYARD_METRICS_PORT: port, SWITCHYARD_METRICS_TOKEN: token } = this.config;
    this.metrics.gauge('worker_jobs', 'pool', 'Jobs that wait for a thread or are being done', () => WorkerPool.jobs());
    if (port > 0 && token !== undefined) {
      const metrics = { token, text: () => this.metrics.text() };
      this.server = await startHealthServer({ host, port, registry: this.health, metrics });
      this.logger.info({ host, port }, 'Metrics are answered');
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.server?.close();
  }
}

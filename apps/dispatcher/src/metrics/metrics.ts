import { Inject, Injectable } from '@nestjs/common';
import type { Engine } from '@switchyard/engine';
import { processMetrics, type Logger, type QueueBackend } from '@switchyard/server';
import { Gauge } from 'prom-client';
import { ENGINE, LOGGER, QUEUE_BACKEND } from '../infrastructure/tokens.js';
import { FigureMetrics } from './figure-metrics.js';
import { StepMetrics } from './step-metrics.js';

/** What Prometheus reads of a dispatcher: its process, and figures of the installation. Nothing is counted between scrapes. */
@Injectable()
export class Metrics {
  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(QUEUE_BACKEND) private readonly queues: QueueBackend,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @returns makes the text of one scrape; scrapes at the same time share one */
  open(): () => Promise<string> {
    const registry = processMetrics();
    const figures = new FigureMetrics(this.engine.dataSource, this.queues, registry);
    const steps = new StepMetrics(this.engine, registry);
    const up = new Gauge({
      name: 'switchyard_figures_up',
      help: 'Whether database and queue answered at this scrape',
      registers: [registry],
    });
    const read = async (): Promise<string> => {
      const isRead = await Promise.all([figures.read(), steps.read()]).then(
        () => true,
        (error: unknown) => this.failed(error),
      );
      up.set(isRead ? 1 : 0);
      if (!isRead) {
        figures.clear();
      }
      return registry.metrics();
    };
    let running: Promise<string> | undefined;
    return () => (running ??= read().finally(() => (running = undefined)));
  }

  private failed(error: unknown): false {
    this.logger.debug({ err: error }, 'The figures could not be read');
    return false;
  }
}

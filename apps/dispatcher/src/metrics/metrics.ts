import { Inject, Injectable } from '@nestjs/common';
import { own, QueueName } from '@switchyard/contracts';
import { type Engine, TransitionFeed, type TransitionEvent } from '@switchyard/engine';
import { processMetrics, type Logger, type QueueBackend } from '@switchyard/server';
import { Gauge, Counter, Histogram, type Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { ENGINE, LOGGER, QUEUE_BACKEND } from '../infrastructure/infrastructure.js';
import { lastEvent, readSteps, readFigures, type Figure } from './figures.repository.js';

/** Gauges of the whole installation, the same in every dispatcher, read at each scrape. */
class FigureMetrics {
  private readonly gauges;

  constructor(
    private readonly dataSource: DataSource,
    private readonly queues: QueueBackend,
    registry: Registry,
  ) {
    const gauge = (name: string, label: string, help: string): Gauge =>
      new Gauge({ name: `switchyard_${name}`, help, labelNames: [label], registers: [registry] });
    this.gauges = {
      openTasks: gauge('tasks', 'status', 'Tasks that have not ended'),
      oldestWaiting: gauge('oldest_waiting_seconds', 'reason', 'Age of the task that waits longest'),
      runners: gauge('runners', 'state', 'Runners'),
      slots: gauge('slots', 'state', 'Attempts that occupy a slot of a runner'),
      openMessages: gauge('outbox_messages', 'kind', 'Messages that are to be sent'),
      oldestMessages: gauge('outbox_oldest_seconds', 'kind', 'Age of the oldest message that is to be sent'),
      auditLag: gauge(
        'audit_lag_seconds',
        'receiver',
        'Age of the oldest record that a receiver of the audit log has not got',
      ),
      lateness: gauge('schedule_lateness_seconds', 'state', 'How long the schedule that waits longest is overdue'),
      queues: gauge('queue_messages', 'queue', 'Messages that wait in a queue'),
    };
  }

  async read(): Promise<void> {
    const figures = await readFigures(this.dataSource);
    const queues = await Promise.all(Object.values(QueueName).map((name) => this.waiting(name)));
    const all: Record<string, Figure[]> = { ...figures, queues };
    for (const [name, gauge] of Object.entries(this.gauges)) {
      show(gauge, own(all, name) ?? []);
    }
  }

  /** Old figures are worse than none. */
  clear(): void {
    Object.values(this.gauges).forEach((gauge) => gauge.reset());
  }

  private async waiting(name: QueueName): Promise<Figure> {
    return { label: name, value: await this.queues.queue(name).countWaiting() };
  }
}

function show(gauge: Gauge, figures: readonly Figure[]): void {
  gauge.reset();
  for (const { label, value } of figures) {
    gauge.labels(label).set(value);
  }
}

/** Seconds. */
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200];
/** Most reads of 1,000 transitions in one scrape; the next one goes on. */
const MOST_READS = 20;

/** Counts the steps of all tasks from the first scrape on: how many of each kind, and how long tasks had each status. */
class StepMetrics {
  private readonly steps: Counter;
  private readonly stages: Histogram;
  private readonly feed: TransitionFeed;
  private last: string | undefined;

  constructor(
    private readonly engine: Pick<Engine, 'dataSource'>,
    registry: Registry,
  ) {
    this.feed = new TransitionFeed(engine);
    this.steps = new Counter({
      name: 'switchyard_task_steps_total',
      help: 'Steps of tasks; requeued = a lease was lost',
      labelNames: ['kind'],
      registers: [registry],
    });
    this.stages = new Histogram({
      name: 'switchyard_task_stage_seconds',
      help: 'How long tasks had a status: waiting = until assigned, starting = until the tool runs',
      labelNames: ['stage'],
      buckets: BUCKETS,
      registers: [registry],
    });
  }

  /** Reads what has settled since the last time. */
  async read(): Promise<void> {
    let after: string = this.last ?? (await lastEvent(this.engine.dataSource));
    this.last = after;
    for (let reads = 0; reads < MOST_READS; reads += 1) {
      const events: TransitionEvent[] = await this.feed.read(after);
      if (events.length === 0) {
        return;
      }
      await this.count(events.map(({ id }) => id));
      after = events.at(-1)?.id ?? after;
      this.last = after;
    }
  }

  private async count(ids: readonly string[]): Promise<void> {
    for (const { kind, from, seconds } of await readSteps(this.engine.dataSource, ids)) {
      this.steps.inc({ kind });
      if (from !== null && seconds !== null) {
        this.stages.observe({ stage: from }, seconds);
      }
    }
  }
}

/** Metrics of a dispatcher for Prometheus: its process, and figures of the installation. Nothing is counted between scrapes. */
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

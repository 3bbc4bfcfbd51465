import type { QueueBackend } from '@switchyard/server';
import { own, QueueName } from '@switchyard/contracts';
import { Gauge, type Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { readFigures, type Figure } from './figures.repository.js';

/** Gauges of the whole installation, the same in every dispatcher, read at each scrape. */
export class FigureMetrics {
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

import { TransitionFeed, type Engine, type TransitionEvent } from '@switchyard/engine';
import { Counter, Histogram, type Registry } from 'prom-client';
import { lastEvent, readSteps } from './figures.repository.js';

/** Seconds. */
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200];
/** Most reads of 1,000 transitions in one scrape; the next one goes on. */
const MOST_READS = 20;

/** Counts the steps of all tasks from the first scrape on: how many of each kind, and how long tasks had each status. */
export class StepMetrics {
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

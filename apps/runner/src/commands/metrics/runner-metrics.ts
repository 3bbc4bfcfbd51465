import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { AttemptStage } from '../../attempt/attempt-context.js';
import type { Execute } from '../../attempt/attempt-run.js';
import { StageClock } from '../stage-clock.js';

/** Seconds: from a script to a long playbook. */
const BUCKETS = [1, 5, 15, 60, 300, 900, 3_600, 14_400];
/** The same: from a warm mirror to the first fetch of a large repository. */
const STAGE_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300];

/** Metrics of a runner for Prometheus: its process, and the attempts that it executed. */
export class RunnerMetrics {
  private readonly registry = new Registry();
  private readonly running: Gauge;
  private readonly ended: Counter;
  private readonly seconds: Histogram;
  private readonly stages: Histogram;

  /** @param slots most attempts at once */
  constructor(slots: number) {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    new Gauge({ name: 'switchyard_runner_slots', help: 'Most attempts at once', registers }).set(slots);
    this.running = new Gauge({ name: 'switchyard_runner_attempts', help: 'Attempts that run', registers });
    this.ended = new Counter({
      name: 'switchyard_runner_attempts_total',
      help: 'Attempts that ended; failed = something broke in the runner',
      labelNames: ['outcome'],
      registers,
    });
    this.seconds = new Histogram({
      name: 'switchyard_runner_attempt_seconds',
      help: 'How long attempts ran, without their preparation',
      buckets: BUCKETS,
      registers,
    });
    this.stages = new Histogram({
      name: 'switchyard_runner_stage_seconds',
      help: 'How long attempts took to have their files fetched, then to be prepared, then to have their tool spawned',
      labelNames: ['stage'],
      buckets: STAGE_BUCKETS,
      registers,
    });
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }

  /** Executes as before, and counts. */
  counting(execute: Execute): Execute {
    return async (context) => {
      this.running.inc();
      const end = this.seconds.startTimer();
      const clock = new StageClock((stage, seconds) => this.stages.observe({ stage }, seconds));
      context.onceAssigned?.(() => clock.restart());
      let outcome = 'failed';
      try {
        const passed = (stage: AttemptStage): void => {
          clock.passed(stage);
          context.passed?.(stage);
        };
        const result = await execute({ ...context, passed });
        ({ outcome } = result);
        return result;
      } finally {
        end();
        this.running.dec();
        this.ended.inc({ outcome });
      }
    };
  }
}

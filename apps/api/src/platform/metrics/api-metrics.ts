import { processMetrics } from '@switchyard/server';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];
const STATEMENT_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30];
const LAG_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** Values of a gauge at a scrape, by label value. */
export type Samples = Readonly<Record<string, number>>;

/**
 * Metrics of an api for Prometheus: its process, its requests, the log on its way, webhooks, the database as seen from here.
 * Labels are from lists of the program; nothing that a person names is one.
 */
export class ApiMetrics {
  private readonly registry: Registry;
  private readonly requests: Histogram;
  private readonly statements: Histogram;
  private readonly logBytes: Counter;
  private readonly logLines: Counter;
  private readonly logLag: Histogram;
  private readonly webhooks: Counter;

  /** @param isServed false: nobody reads them, and the process is not watched */
  constructor(readonly isServed: boolean) {
    this.registry = isServed ? processMetrics() : new Registry();
    const registers = [this.registry];
    this.requests = new Histogram({
      name: 'switchyard_http_request_seconds',
      help: 'Time until the answer to a request was sent; polls are those of runners, which wait for work',
      labelNames: ['caller', 'status'],
      buckets: REQUEST_BUCKETS,
      registers,
    });
    this.statements = new Histogram({
      name: 'switchyard_statement_seconds',
      help: 'Time of a statement of this api, from sending it to its result',
      buckets: STATEMENT_BUCKETS,
      registers,
    });
    this.logBytes = new Counter({
      name: 'switchyard_log_bytes_total',
      help: 'Bytes of log taken from runners',
      registers,
    });
    this.logLines = new Counter({
      name: 'switchyard_log_lines_total',
      help: 'Lines of log taken from runners',
      registers,
    });
    this.logLag = new Histogram({
      name: 'switchyard_log_lag_seconds',
      help: 'From the time of a line, by the clock of its runner, until it was sent to who watches; the newest of each batch',
      buckets: LAG_BUCKETS,
      registers,
    });
    this.webhooks = new Counter({
      name: 'switchyard_webhooks_total',
      help: 'Webhooks at integrations, by result',
      labelNames: ['result'],
      registers,
    });
  }

  /** The text of one scrape. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  requestEnded(caller: string, status: number, seconds: number): void {
    this.requests.observe({ caller, status: `${Math.floor(status / 100)}xx` }, seconds);
  }

  statementEnded(seconds: number): void {
    this.statements.observe(seconds);
  }

  logTaken(lines: number, bytes: number): void {
    this.logLines.inc(lines);
    this.logBytes.inc(bytes);
  }

  logSent(seconds: number): void {
    this.logLag.observe(Math.max(0, seconds));
  }

  webhookJudged(result: string): void {
    this.webhooks.inc({ result });
  }

  /** A gauge whose values are read at each scrape. */
  gauge(name: string, label: string, help: string, read: () => Samples): void {
    new Gauge({
      name: `switchyard_${name}`,
      help,
      labelNames: [label],
      registers: [this.registry],
      collect() {
        for (const [value, sample] of Object.entries(read())) {
          this.labels(value).set(sample);
        }
      },
    });
  }
}

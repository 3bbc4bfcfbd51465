import type { PublishedOutput, ToolStage } from '@switchyard/contracts';
import type { AttemptResults } from '../../../attempt/attempt-context.js';
import type { ResultEvent } from './result-events.js';

const MAX_HOSTS = 100_000;
const MAX_ERRORS = 2_000;

/** A moment of the run: when it was, and the 0-based number of the log line that came next. */
export interface Moment {
  time: Date;
  line: number;
}

/**
 * Puts events together to the results of an attempt. Stages follow each other: `init` until the first play, `running`
 * until the statistics, `print_result` to the end. Their lines are those of the moments at which the events arrived,
 * which may be a few lines late.
 */
export class ResultCollector {
  private readonly hosts = new Map<string, AttemptResults['hosts'][number]>();
  private readonly errors: AttemptResults['errors'] = [];
  private readonly begins: { type: ToolStage; moment: Moment }[];
  private unwritten = 0;
  /** Outputs that the playbook publishes. */
  outputs: readonly PublishedOutput[] = [];

  constructor(start: Moment) {
    this.begins = [{ type: 'init', moment: start }];
  }

  take(event: ResultEvent, line: number): void {
    switch (event.event) {
      case 'play':
        this.begin('running', event.time * 1000, line);
        break;
      case 'error':
        this.addError(event);
        break;
      case 'stats':
        this.begin('print_result', event.time * 1000, line);
        Object.entries(event.hosts)
          .slice(0, MAX_HOSTS)
          .forEach(([host, counters]) => this.hosts.set(host, { host: host || '?', ...counters }));
        this.unwritten = Math.max(0, event.errors - this.errors.length);
        break;
      case 'outputs':
        this.outputs = outputsOf(event);
        break;
    }
  }

  /** Everything that happened until `end`. */
  results(end: Moment): AttemptResults {
    const errors = [...this.errors];
    if (this.unwritten > 0) {
      errors.push({ index: errors.length, host: '', task: '', error: `${this.unwritten} more errors are not listed` });
    }
    return { hosts: [...this.hosts.values()], errors, stages: this.stages(end) };
  }

  /** The task writes the time: it never is before that of the stage before, nor in the future. */
  private begin(type: ToolStage, wanted: number, line: number): void {
    if (!this.begins.some((stage) => stage.type === type)) {
      const least = this.begins.at(-1)?.moment.time.getTime() ?? 0;
      const time = new Date(Math.max(least, Math.min(wanted, Date.now())));
      this.begins.push({ type, moment: { time, line } });
    }
  }

  private addError({ host, task, error }: Extract<ResultEvent, { event: 'error' }>): void {
    if (this.errors.length < MAX_ERRORS) {
      this.errors.push({ index: this.errors.length, host, task, error });
    }
  }

  private stages(end: Moment): AttemptResults['stages'] {
    return this.begins.map(({ type, moment }, i) => {
      const next = this.begins[i + 1]?.moment ?? end;
      return {
        type,
        start: moment.time.toISOString(),
        end: next.time.toISOString(),
        first_line: moment.line,
        last_line: Math.max(moment.line, next.line - 1),
      };
    });
  }
}

function outputsOf({ values, secret }: Extract<ResultEvent, { event: 'outputs' }>): PublishedOutput[] {
  const hidden = new Set(secret);
  return Object.entries(values).map(([name, value]) => ({ name, value, secret: hidden.has(name) || hidden.has('*') }));
}

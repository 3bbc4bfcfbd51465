import { sentenceOf } from '@switchyard/contracts';
import type { Tracing } from '@switchyard/tracing';
import type { AttemptStage } from '../attempt/attempt-context.js';
import type { Execute } from '../attempt/attempt-run.js';
import { StageClock } from './stage-clock.js';

/** Work of the runner until a stage is passed. */
const WORK: Record<AttemptStage, string> = { fetched: 'fetch', prepared: 'prepare', spawned: 'start' };

/** Executes as before, and records the attempts of traced tasks; their tools get the span of the attempt. */
export const tracedExecution =
  (tracing: Tracing, execute: Execute): Execute =>
  async (context) => {
    const { job, environment, passed } = context;
    if (job.traceparent === undefined) {
      return execute(context);
    }
    const span = tracing.begin('attempt', job.traceparent);
    const { traceparent } = span;
    let spawned: Date | undefined;
    const clock = new StageClock((stage, seconds) => {
      tracing.begin(WORK[stage], traceparent, new Date(Date.now() - seconds * 1000)).end();
      spawned = stage === 'spawned' ? new Date() : spawned;
    });
    context.onceAssigned?.(() => clock.restart());
    const facts = { 'switchyard.task': job.task_id, 'switchyard.app': job.app };
    try {
      const result = await execute({
        ...context,
        environment: { ...environment, TRACEPARENT: traceparent },
        passed(stage) {
          clock.passed(stage);
          passed?.(stage);
        },
      });
      if (spawned) {
        tracing.begin('run', traceparent, spawned).end();
      }
      const why = result.reason ? sentenceOf(result.reason) : result.outcome;
      span.end({ ...facts, 'switchyard.outcome': result.outcome }, result.outcome === 'error' ? why : undefined);
      return result;
    } catch (error) {
      span.end(facts, error instanceof Error ? error.name : 'Error');
      throw error;
    }
  };

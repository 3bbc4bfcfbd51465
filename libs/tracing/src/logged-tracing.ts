import type { Tracing } from './tracing.js';

/** Writes a line of a structured log. */
type Write = (fields: Readonly<Record<string, string | number>>, message: string) => void;

/** The trace that a `traceparent` names, as logs and collectors write it; `undefined` = it names none. */
export const traceIdOf = (traceparent: string | null | undefined): string | undefined =>
  /^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(traceparent ?? '')?.[1];

/** Records as `tracing` does, and writes a line with `trace_id` when a span ends, so that logs lead to traces and back. */
export const loggedTracing = (tracing: Tracing, write: Write): Tracing => ({
  begin(name, parent, begun) {
    const span = tracing.begin(name, parent, begun);
    return {
      traceparent: span.traceparent,
      end(facts = {}, failure) {
        span.end(facts, failure);
        const fields = { trace_id: traceIdOf(span.traceparent) ?? '', span: name, ...facts };
        write({ ...fields, ...(failure !== undefined && { failure }) }, 'Step of a traced task');
      },
    };
  },
  close: () => tracing.close(),
});

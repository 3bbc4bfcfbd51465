import { describe, expect, it } from '@jest/globals';
import { loggedTracing, traceIdOf } from './logged-tracing.js';
import type { SpanFacts } from './tracing.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;

describe(loggedTracing.name, () => {
  it('should write a line with the trace when a span ends, and record the span', () => {
    const ends: unknown[] = [];
    const lines: unknown[] = [];
    const tracing = {
      begin: () => ({ traceparent, end: (facts?: SpanFacts, failure?: string) => void ends.push([facts, failure]) }),
      close: () => Promise.resolve(),
    };
    const logged = loggedTracing(tracing, (fields) => lines.push(fields));
    logged.begin('launch').end({ 'switchyard.project': 3 });
    logged.begin('launch', traceparent).end({}, 'NotFoundError');
    expect(ends).toEqual([
      [{ 'switchyard.project': 3 }, undefined],
      [{}, 'NotFoundError'],
    ]);
    expect(lines).toEqual([
      { trace_id: TRACE, span: 'launch', 'switchyard.project': 3 },
      { trace_id: TRACE, span: 'launch', failure: 'NotFoundError' },
    ]);
  });
});

describe(traceIdOf.name, () => {
  it.each([
    [traceparent, TRACE],
    ['', undefined],
    ['00-short-00f067aa0ba902b7-01', undefined],
    [null, undefined],
  ])('should be of %p: %p', (given, trace) => {
    expect(traceIdOf(given)).toBe(trace);
  });
});

import { ROOT_CONTEXT, type Span, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { OpenSpan, SpanFacts, Tracing } from './tracing.js';

/** Spans that wait for a collector that is away; more are dropped. */
const MOST_WAITING = 2_048;
const [DELAY_MS, GIVE_UP_MS, LAST_MS] = [1_000, 5_000, 2_000] as const;
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Sends spans in batches over OTLP. Address, headers and sampling are read from the environment by OpenTelemetry itself. */
export class OtlpTracing implements Tracing {
  private readonly provider: BasicTracerProvider;

  constructor(service: string) {
    const exporter = new OTLPTraceExporter({ timeoutMillis: GIVE_UP_MS });
    const bounds = { maxQueueSize: MOST_WAITING, scheduledDelayMillis: DELAY_MS, exportTimeoutMillis: GIVE_UP_MS };
    this.provider = new BasicTracerProvider({
      resource: defaultResource().merge(resourceFromAttributes({ 'service.name': service })),
      spanProcessors: [new BatchSpanProcessor(exporter, bounds)],
    });
  }

  begin(name: string, parent: string | null = null, begun = new Date()): OpenSpan {
    const span = this.provider.getTracer('switchyard').startSpan(name, { startTime: begun }, contextOf(parent));
    return { traceparent: traceparentOf(span), end: (facts, failure) => end(span, facts, failure) };
  }

  async close(): Promise<void> {
    const late = new Promise<void>((resolve) => setTimeout(resolve, LAST_MS).unref());
    await Promise.race([this.provider.shutdown().catch(() => undefined), late]);
  }
}

function contextOf(traceparent: string | null) {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  return traceId === undefined || spanId === undefined
    ? ROOT_CONTEXT
    : trace.setSpanContext(ROOT_CONTEXT, {
        traceId,
        spanId,
        traceFlags: Number.parseInt(flags ?? '', 16) & TraceFlags.SAMPLED,
        isRemote: true,
      });
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`;
}

function end(span: Span, facts: SpanFacts = {}, failure?: string): void {
  span.setAttributes(facts);
  if (failure !== undefined) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
  }
  span.end();
}

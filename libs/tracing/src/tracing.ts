/** Attributes of a span, beside its times. */
export type SpanFacts = Readonly<Record<string, string | number>>;

/** A span that goes on. */
export interface OpenSpan {
  /** Names the span to what happens within it, as W3C Trace Context has it. */
  readonly traceparent: string;
  /** @param failure why it failed; absent = it did not */
  end(facts?: SpanFacts, failure?: string): void;
}

/** Records spans and sends them to a collector. Nothing waits for it, and nothing is lost by it but spans. */
export interface Tracing {
  /** @param parent `traceparent` of what the span is part of; absent = it begins a trace */
  begin(name: string, parent?: string | null, begun?: Date): OpenSpan;
  /** Sends what is left, for a short while. */
  close(): Promise<void>;
}

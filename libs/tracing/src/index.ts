import type { Tracing } from './tracing.js';

export { loggedTracing, traceIdOf } from './logged-tracing.js';
export type { Tracing } from './tracing.js';

/** Variables of OpenTelemetry that say where traces go (https://opentelemetry.io/docs/specs/otel/protocol/exporter/). */
const ENDPOINTS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const;

/**
 * Opens what the environment asks for. The code of OpenTelemetry is loaded then alone.
 * @param service name of this program where `OTEL_SERVICE_NAME` gives none
 * @returns null when nobody takes traces
 */
export async function openTracing(
  service: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Tracing | null> {
  if (environment['OTEL_SDK_DISABLED'] === 'true' || !ENDPOINTS.some((name) => environment[name])) {
    return null;
  }
  const { OtlpTracing } = await import('./otlp-tracing.js');
  return new OtlpTracing(environment['OTEL_SERVICE_NAME'] || service);
}

import { collectDefaultMetrics, Registry } from 'prom-client';

/** A registry with what every process reports: processor time, memory, event-loop lag, garbage collection. */
export function processMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

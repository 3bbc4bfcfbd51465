export { startMetricsServer } from './metrics-server.js';
export { RunnerMetrics } from './runner-metrics.js';

/** Between the first line of a quiet stream and the request that carries it, in milliseconds: lines printed together travel together. */
export const LEAD_MS = 2;
/** The same for lines of the runner itself, which nobody misses for a moment: those around a tool travel with its output. */
export const CALM_MS = 200;
/** Longest pause between two requests, in milliseconds. */
const MAX_PAUSE_MS = 100;
/** Pause that each log with new lines adds: ten busy logs or more make ten requests a second together. */
const PER_LOG_MS = 10;
/** A request is followed by a pause of so many times what it took, so that a busy control plane gets fewer of them. */
const COST_FACTOR = 4;

/**
 * How long a runner waits after the answer to a log request before it sends the next one, in milliseconds: short while few
 * logs grow and requests are cheap, so that a quiet log is shown at once, and never more than {@link MAX_PAUSE_MS}.
 */
export function pauseAfter({ costMs, logs }: { costMs: number; logs: number }): number {
  return Math.min(MAX_PAUSE_MS, Math.max(costMs * COST_FACTOR, logs * PER_LOG_MS));
}

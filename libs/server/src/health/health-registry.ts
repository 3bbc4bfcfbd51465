import { isError, redactText } from '../logging/redact.js';
import { withTimeLimit } from '../time-limit/with-time-limit.js';

/** Rejects, or does not answer in time, when the part is not ready. */
export type HealthCheck = () => Promise<unknown>;

/** The answer of `GET /api/health`. */
export interface HealthReport {
  /** `ok` when every part is ready; the HTTP status is 200 then and 503 otherwise. */
  status: 'ok' | 'unavailable';
  checks: Record<string, { ok: boolean; error?: string }>;
}

const CHECK_TIMEOUT_MS = 3_000;

/** The parts a process needs to serve, each with a check of its own. */
export class HealthRegistry {
  private readonly checks = new Map<string, HealthCheck>();
  private running: Promise<HealthReport> | undefined;

  register(name: string, check: HealthCheck): void {
    this.checks.set(name, check);
  }

  /** Runs all checks at once. Callers that come meanwhile get the same report, so probes cannot pile up. */
  report(): Promise<HealthReport> {
    this.running ??= this.run().finally(() => (this.running = undefined));
    return this.running;
  }

  private async run(): Promise<HealthReport> {
    const results = await Promise.all(
      [...this.checks].map(async ([name, check]) => [name, await outcome(check)] as const),
    );
    const status = results.every(([, { ok }]) => ok) ? 'ok' : 'unavailable';
    return { status, checks: Object.fromEntries(results) };
  }
}

async function outcome(check: HealthCheck): Promise<{ ok: boolean; error?: string }> {
  try {
    await withTimeLimit(check(), CHECK_TIMEOUT_MS);
    return { ok: true };
  } catch (error) {
    return { ok: false, error: redactText(isError(error) ? error.message : String(error)) };
  }
}

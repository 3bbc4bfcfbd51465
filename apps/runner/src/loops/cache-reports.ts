import { messageOf } from '@switchyard/concurrency';
import type { CachesRequest, MeasuredCaches } from '@switchyard/contracts';
import { GatewayError } from '../gateway/gateway-errors.js';
import type { RunnerLog } from '../runner-log.js';

const NOT_FOUND = 404;
/** After which the same is sent again, so that the server compares the clocks, in milliseconds. */
const OLD_MS = 600_000;

/** Sends the contents of the caches when they differ from the last report, or it is long ago. A report that fails waits for the next time. */
export class CacheReports {
  private sent = '';
  private sentAt = Number.NEGATIVE_INFINITY;
  private measured: MeasuredCaches | null = null;

  constructor(
    private readonly gateway: { caches: (report: CachesRequest) => Promise<void> },
    private readonly log: RunnerLog,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Sets the report to be sent from now on. */
  keep(report: MeasuredCaches): void {
    this.measured = report;
  }

  /** Never fails. @param cleared sends it in any case, because caches were cleared by request */
  async send(cleared = false): Promise<void> {
    const text = JSON.stringify(this.measured);
    const isKnown = text === this.sent && this.now() - this.sentAt < OLD_MS;
    if (this.measured === null || (isKnown && !cleared)) {
      return;
    }
    try {
      await this.gateway.caches({ ...this.measured, cleared, time: new Date().toISOString() });
      this.keepSent(text);
    } catch (error) {
      this.refused(error, text);
    }
  }

  private keepSent(text: string): void {
    this.sent = text;
    this.sentAt = this.now();
  }

  /** An older control plane does not want any. */
  private refused(error: unknown, text: string): void {
    if (error instanceof GatewayError && error.status === NOT_FOUND) {
      this.keepSent(text);
      return;
    }
    this.log.warn('what the caches hold was not reported', {
      error: messageOf(error),
    });
  }
}

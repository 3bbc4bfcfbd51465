import { messageOf } from '@switchyard/concurrency';
import type { CachesRequest, MeasuredCaches } from '@switchyard/contracts';
import { GatewayError } from '../gateway/gateway-errors.js';
import type { RunnerLog } from '../runner-log.js';

const NOT_FOUND = 404;

/** Sends what the caches hold when it is not what was sent last. What cannot be sent waits for the next time. */
export class CacheReports {
  private sent = '';
  private measured: MeasuredCaches | null = null;

  constructor(
    private readonly gateway: { caches: (report: CachesRequest) => Promise<void> },
    private readonly log: RunnerLog,
  ) {}

  /** What is to be sent from now on. */
  keep(report: MeasuredCaches): void {
    this.measured = report;
  }

  /** Never fails. @param cleared sends it in any case, because caches were cleared by request */
  async send(cleared = false): Promise<void> {
    const text = JSON.stringify(this.measured);
    if (this.measured === null || (text === this.sent && !cleared)) {
      return;
    }
    try {
      await this.gateway.caches({ ...this.measured, cleared });
      this.sent = text;
    } catch (error) {
      this.refused(error, text);
    }
  }

  /** An older control plane does not want any. */
  private refused(error: unknown, text: string): void {
    if (error instanceof GatewayError && error.status === NOT_FOUND) {
      this.sent = text;
      return;
    }
    this.log.warn('what the caches hold was not reported', {
      error: messageOf(error),
    });
  }
}

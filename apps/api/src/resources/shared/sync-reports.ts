import { Injectable } from '@nestjs/common';
import type { ListingRequest } from '@switchyard/contracts';

/** Takes what a runner found. */
type Take = (runnerId: number, report: ListingRequest) => Promise<void>;

/** Leads reports of runners about the files of projects to the code that applies them, which the gateway does not know. */
@Injectable()
export class SyncReports {
  private handler: Take | null = null;

  use(handler: Take): void {
    this.handler = handler;
  }

  /** @throws LeaseLostError when the sync is not the runner's, or not any more */
  async take(runnerId: number, report: ListingRequest): Promise<void> {
    await this.handler?.(runnerId, report);
  }
}

import { messageOf } from '@switchyard/concurrency';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { FinishAnswer, FinishRequest, SealedJob } from '@switchyard/contracts';
import type { AssignedAttempt, Engine } from '@switchyard/engine';
import { ENGINE } from '../../platform/infrastructure/tokens.js';
import { JobHandout } from './handout/job-handout.js';
import type { RunnerIdentity } from './identity/runner-identity.js';
import { AttemptReports } from './reports/attempt-reports.js';

/** Takes the end of an attempt, and answers what its runner goes on with. */
@Injectable()
export class AttemptEnd {
  private readonly log = new Logger(AttemptEnd.name);

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly reports: AttemptReports,
    private readonly handout: JobHandout,
  ) {}

  async finish(runner: RunnerIdentity, request: FinishRequest): Promise<FinishAnswer> {
    const next = await this.reports.finish(runner, request);
    return { jobs: next.length > 0 ? await this.jobsOf(next, runner) : [] };
  }

  /** The end is stored: jobs that cannot be made now are left for the poll. */
  private async jobsOf(next: readonly AssignedAttempt[], runner: RunnerIdentity): Promise<SealedJob[]> {
    try {
      return await this.handout.jobsOf(next, runner);
    } catch (error) {
      this.log.warn(`jobs of runner ${runner.id} are left for its poll: ${messageOf(error)}`);
      this.engine.signals.runnersWoken([runner.id]);
      return [];
    }
  }
}

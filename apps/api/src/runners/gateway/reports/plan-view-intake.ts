import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type PlanViewRequest, problem } from '@switchyard/contracts';
import { type Engine, storePlanView } from '@switchyard/engine';
import { UserError } from '@switchyard/server';
import { ownFile } from '../../../own-file.js';
import {
  MAX_WAITING_PLAN_VIEWS,
  MAX_WAITING_PLAN_VIEWS_OF_RUNNER,
  PLAN_VIEW_LIMITS,
  PLAN_VIEW_MS,
  PLAN_VIEW_THREAD_MIB,
  PLAN_VIEW_WAIT_MS,
  SMALL_PLAN_VIEW_BYTES,
} from '../../../platform/bounds.js';
import { badRequest } from '../../../platform/http/refusals.js';
import { ENGINE } from '../../../platform/infrastructure/tokens.js';
import { BoundedWork } from '../../../platform/workers/bounded-work.js';
import { JobEnded, WorkersBusy } from '../../../platform/workers/worker-pool.js';
import type { RunnerIdentity } from '../identity/runner-identity.js';
import { AttemptMaskers } from './attempt-maskers.js';
import { maskLines } from './mask-lines.js';
import { type PlanViewJob, type PlanViewParts, readPlanView } from './plan-view-work.js';

/** Views of plans on their way from runners to the blob store: small views are read at once, the rest in a thread. */
@Injectable()
export class PlanViewIntake implements OnApplicationShutdown {
  private readonly work = new BoundedWork<PlanViewJob, PlanViewParts | null>(readPlanView, {
    file: ownFile('runners/gateway/reports/plan-view-thread.js'),
    threads: 1,
    memoryMib: PLAN_VIEW_THREAD_MIB,
    maxWaiting: MAX_WAITING_PLAN_VIEWS,
    maxWaitingOfKey: MAX_WAITING_PLAN_VIEWS_OF_RUNNER,
    waitMs: PLAN_VIEW_WAIT_MS,
    limitMs: PLAN_VIEW_MS,
    here: { steps: SMALL_PLAN_VIEW_BYTES, kept: 0 },
    away: PLAN_VIEW_LIMITS,
  });

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly maskers: AttemptMaskers,
  ) {}

  onApplicationShutdown(): Promise<void> {
    return this.work.close();
  }

  /** @throws 400 when it does not open, is too large or has another form, 429 when too many wait */
  async store(runner: RunnerIdentity, { attempt, lease, view }: PlanViewRequest): Promise<void> {
    const sent = await this.read(runner, { view, texts: null });
    const texts = await maskLines(sent.texts, await this.maskers.of(attempt));
    // Its runner has masked it before.
    const { list, whole } = texts.equals(sent.texts) ? sent : await this.read(runner, { view, texts });
    await storePlanView(
      this.engine,
      runner.id,
      { attempt, lease },
      { list: Buffer.from(list), whole: Buffer.from(whole) },
    );
  }

  private async read({ id }: RunnerIdentity, job: PlanViewJob): Promise<PlanViewParts> {
    const small = job.view.length <= SMALL_PLAN_VIEW_BYTES ? job : null;
    const parts = await this.work.run({ key: String(id), small, sent: () => ({ job }) }).catch(refuse);
    if (!parts) {
      throw badRequest('plan_view_unreadable');
    }
    return parts;
  }
}

function refuse(error: unknown): never {
  throw error instanceof WorkersBusy || error instanceof JobEnded
    ? new UserError(429, problem('too_many_requests'))
    : error;
}

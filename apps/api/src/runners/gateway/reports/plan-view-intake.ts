import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import { MAX_PLAN_VIEW_BYTES, PlanView, type PlanViewRequest, withoutAttributes } from '@switchyard/contracts';
import { type Engine, storePlanView } from '@switchyard/engine';
import { badRequest } from '../../../platform/http/refusals.js';
import { ENGINE } from '../../../platform/infrastructure/tokens.js';
import type { RunnerIdentity } from '../identity/runner-identity.js';
import { AttemptMaskers } from './attempt-maskers.js';
import { maskPlanView } from './mask-plan-view.js';

const expand = promisify(inflateRaw);
const compress = promisify(deflateRaw);

/** What plans would do, on its way from runners to the blob store. Other requests get their turn between its steps. */
@Injectable()
export class PlanViewIntake {
  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly maskers: AttemptMaskers,
  ) {}

  /** @throws 400 when it does not open, is too large or has another form */
  async store(runner: RunnerIdentity, { attempt, lease, view }: PlanViewRequest): Promise<void> {
    const masked = await maskPlanView(await openView(view), await this.maskers.of(attempt));
    await setImmediate();
    const list = await packed(listOf(masked));
    await setImmediate();
    const whole = await packed(masked);
    await storePlanView(this.engine, runner.id, { attempt, lease }, { list, whole });
  }
}

const packed = (view: PlanView): Promise<Buffer> => compress(JSON.stringify(view));

const listOf = (view: PlanView): PlanView => ({
  ...view,
  resources: view.resources.map(withoutAttributes),
  drift: view.drift.map(withoutAttributes),
});

async function openView(packed: string): Promise<PlanView> {
  try {
    const bytes = await expand(Buffer.from(packed, 'base64'), { maxOutputLength: MAX_PLAN_VIEW_BYTES });
    const json: unknown = JSON.parse(bytes.toString('utf8'));
    await setImmediate();
    const opened = PlanView.parse(json);
    await setImmediate();
    return opened;
  } catch {
    throw badRequest('plan_view_unreadable');
  }
}

import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type AttemptLease, MAX_PLAN_BYTES, type PlanFileAnswer, type PlanRequest } from '@switchyard/contracts';
import { type Engine, readPlan, storePlan } from '@switchyard/engine';
import nacl from 'tweetnacl';
import { badRequest } from '../../../platform/http/refusals.js';
import { ENGINE } from '../../../platform/infrastructure/tokens.js';
import type { RunnerIdentity } from '../identity/runner-identity.js';

/**
 * Plans on their way between runners and the blob store: sealed to the runner on the wire, encrypted at rest, in clear
 * only here.
 */
@Injectable()
export class PlanIntake {
  constructor(@Inject(ENGINE) private readonly engine: Engine) {}

  /** @throws 400 when it does not open, is too large or does not fit its hash */
  async store(runner: RunnerIdentity, { attempt, lease, ...sent }: PlanRequest): Promise<void> {
    const plan = openPlan(sent, runner.sharedKey);
    await storePlan(this.engine, runner.id, { attempt, lease }, plan);
  }

  async read(runner: RunnerIdentity, held: AttemptLease): Promise<PlanFileAnswer> {
    const { sha256, bytes } = await readPlan(this.engine, runner.id, held);
    const nonce = new Uint8Array(randomBytes(nacl.box.nonceLength));
    const forRunner = nacl.box.after(new Uint8Array(bytes), nonce, runner.sharedKey);
    return {
      sha256,
      nonce: Buffer.from(nonce).toString('base64'),
      sealed: Buffer.from(forRunner).toString('base64'),
    };
  }
}

function openPlan({ sha256, nonce, sealed }: Omit<PlanRequest, keyof AttemptLease>, key: Uint8Array): Buffer {
  const [box, salt] = [sealed, nonce].map((text) => new Uint8Array(Buffer.from(text, 'base64')));
  const fits = box && salt?.length === nacl.box.nonceLength && box.length <= MAX_PLAN_BYTES + nacl.box.overheadLength;
  const plan = fits ? nacl.box.open.after(box, salt, key) : null;
  if (!plan || plan.length === 0) {
    throw badRequest('plan_unreadable');
  }
  if (createHash('sha256').update(plan).digest('hex') !== sha256) {
    throw badRequest('plan_hash');
  }
  return Buffer.from(plan.buffer, plan.byteOffset, plan.byteLength);
}

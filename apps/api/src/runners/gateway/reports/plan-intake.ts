import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  type AttemptLease,
  decodeSealedFrame,
  MAX_PLAN_BYTES,
  type PlanFileAnswer,
  PlanHead,
  type SealedFrame,
} from '@switchyard/contracts';
import { type Engine, readPlan, storePlan } from '@switchyard/engine';
import nacl from 'tweetnacl';
import { badRequest } from '../../../platform/http/refusals.js';
import { ENGINE } from '../../../platform/infrastructure/tokens.js';
import { hashInTurns } from '../../../platform/workers/in-turns.js';
import { Boxes } from '../boxes/boxes.js';
import type { RunnerIdentity } from '../identity/runner-identity.js';

/**
 * Plans on their way between runners and the blob store: sealed to the runner on the wire, encrypted at rest, in clear
 * only here.
 */
@Injectable()
export class PlanIntake {
  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly boxes: Boxes,
  ) {}

  /** @throws 400 when it does not open, is too large or does not fit its hash */
  async store(runner: RunnerIdentity, frame: unknown): Promise<void> {
    const sent = Buffer.isBuffer(frame) ? decodeSealedFrame(PlanHead, frame) : null;
    if (!sent) {
      throw badRequest('plan_unreadable');
    }
    const plan = await this.openPlan(runner, sent);
    const { attempt, lease } = sent.head;
    await storePlan(this.engine, runner.id, { attempt, lease }, plan);
  }

  async read(runner: RunnerIdentity, held: AttemptLease): Promise<PlanFileAnswer> {
    const { sha256, bytes } = await readPlan(this.engine, runner.id, held);
    const nonce = new Uint8Array(randomBytes(nacl.box.nonceLength));
    const sealed = await this.boxes.seal(runner, new Uint8Array(bytes), nonce);
    return { sha256, nonce: Buffer.from(nonce).toString('base64'), sealed: sealed.toString('base64') };
  }

  private async openPlan(runner: RunnerIdentity, { head, sealed }: SealedFrame<PlanHead>): Promise<Buffer> {
    const salt = new Uint8Array(Buffer.from(head.nonce, 'base64'));
    const fits = sealed.length <= MAX_PLAN_BYTES + nacl.box.overheadLength;
    const plan = fits ? await this.boxes.open(runner, new Uint8Array(sealed), salt) : null;
    if (!plan || plan.length === 0) {
      throw badRequest('plan_unreadable');
    }
    if ((await hashInTurns(plan)).toString('hex') !== head.sha256) {
      throw badRequest('plan_hash');
    }
    return plan;
  }
}

import { createHash } from 'node:crypto';
import {
  type AttemptLease,
  type JobPlan,
  MAX_PLAN_BYTES,
  type PlanFileAnswer,
  problem,
  type SealedJob,
} from '@switchyard/contracts';
import nacl from 'tweetnacl';
import { AttemptFailure } from '../attempt-failure.js';
import type { GatewayClient } from '../gateway/gateway-client.js';
import { LeaseLostError } from '../gateway/gateway-errors.js';
import { retrying } from '../gateway/retrying.js';
import { type RunnerLog, retryReporter } from '../runner-log.js';
import type { AttemptControl } from './attempt-control.js';
import { sealedFrame } from './sealed-frames.js';

interface PlanParts {
  gateway: GatewayClient;
  log: RunnerLog;
}

/** The way of plan files between an attempt and the control plane, sealed with the key the two share. */
export class AttemptPlans {
  private readonly lease: AttemptLease;

  constructor(
    job: SealedJob,
    private readonly state: AttemptControl,
    private readonly parts: PlanParts,
  ) {
    this.lease = { attempt: job.attempt, lease: job.lease };
  }

  /** @throws Error when the plan is too large, or is not taken */
  async store(plan: Buffer): Promise<void> {
    if (plan.length > MAX_PLAN_BYTES) {
      throw new AttemptFailure(problem('plan_too_large', { bytes: plan.length, max: MAX_PLAN_BYTES }));
    }
    const { gateway } = this.parts;
    const frame = sealedFrame(gateway.jobKey, { ...this.lease, sha256: sha256(plan) }, plan);
    await this.repeat('plan', () => gateway.plan(frame));
  }

  /** @throws Error when there is none, or it is not the one in the job */
  async fetch(expected: JobPlan | null): Promise<Buffer> {
    if (!expected) {
      throw new AttemptFailure(problem('plan_absent'));
    }
    const answer = await this.repeat('plan file', () => this.parts.gateway.planFile(this.lease));
    const plan = this.open(answer);
    if (plan.length !== expected.size || sha256(plan) !== expected.sha256) {
      throw new AttemptFailure(problem('plan_other'));
    }
    return plan;
  }

  private open({ nonce, sealed }: PlanFileAnswer): Buffer {
    const plan = nacl.box.open.after(fromBase64(sealed), fromBase64(nonce), this.parts.gateway.jobKey);
    if (!plan) {
      throw new AttemptFailure(problem('plan_not_sealed'));
    }
    return Buffer.from(plan.buffer, plan.byteOffset, plan.byteLength);
  }

  private async repeat<T>(what: string, call: () => Promise<T>): Promise<T> {
    const { gateway, log } = this.parts;
    const onFailure = retryReporter(log, `${what} of attempt ${this.lease.attempt}`);
    try {
      return await retrying(call, { connection: gateway.connection, signal: this.state.stop, onFailure });
    } catch (error) {
      if (error instanceof LeaseLostError) {
        this.state.doubt();
      }
      throw error;
    }
  }
}

/** SHA-256 in lower-case hex. */
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));

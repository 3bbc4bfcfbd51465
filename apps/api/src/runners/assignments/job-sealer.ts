import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { exactJson, type Job, type NamedSecret, namedSecrets, problem, type SealedJob } from '@switchyard/contracts';
import { faultless } from '@switchyard/database';
import nacl from 'tweetnacl';
import { JobBuilder } from './job-builder.js';

/** Jobs from so many bytes on are compressed before they are sealed. */
const COMPRESS_FROM = 16 * 1024;

/** The attempt a job is for. */
export interface JobAttempt {
  attempt: number;
  lease: string;
  taskId: number;
  number: number;
}

/** A job for the wire, and the values in it that must not appear in its log. */
export interface SealedWithSecrets {
  job: SealedJob;
  secrets: NamedSecret[];
}

/** Seals jobs to the key a runner shares with the control plane. */
@Injectable()
export class JobSealer {
  constructor(private readonly builder: JobBuilder) {}

  /**
   * @param isAhead the attempt is reserved, not assigned
   * @throws ItemFault explaining what is wrong with the task, when its own rows are to blame
   */
  async seal(attempt: JobAttempt, sharedKey: Uint8Array, isAhead = false): Promise<SealedWithSecrets> {
    const built = await this.builder.build(attempt.taskId, isAhead);
    const job = faultless(
      (reason) => problem('job_not_sealed', { reason }),
      () => sealed(built, attempt, sharedKey),
    );
    return { job, secrets: namedSecrets(built) };
  }
}

function sealed(built: Job, { attempt, lease, taskId, number }: JobAttempt, sharedKey: Uint8Array): SealedJob {
  const json = Buffer.from(exactJson(built));
  const codec = json.length >= COMPRESS_FROM ? 1 : 0;
  const bytes = new Uint8Array(codec === 1 ? deflateRawSync(json, { level: 1 }) : json);
  const nonce = new Uint8Array(randomBytes(nacl.box.nonceLength));
  const box = nacl.box.after(bytes, nonce, sharedKey);
  return {
    attempt,
    lease,
    task_id: taskId,
    number,
    codec,
    nonce: Buffer.from(nonce).toString('base64'),
    sealed: Buffer.from(box).toString('base64'),
  };
}

import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { SealedJob } from '@switchyard/contracts';
import nacl from 'tweetnacl';
import { JobBuilder } from './job-builder.js';

/** The attempt a job is for. */
export interface JobAttempt {
  attempt: number;
  lease: string;
  taskId: number;
  number: number;
}

/** Seals jobs to the key a runner shares with the control plane. */
@Injectable()
export class JobSealer {
  constructor(private readonly builder: JobBuilder) {}

  async seal({ attempt, lease, taskId, number }: JobAttempt, sharedKey: Uint8Array): Promise<SealedJob> {
    const job = new Uint8Array(Buffer.from(JSON.stringify(await this.builder.build(taskId))));
    const nonce = new Uint8Array(randomBytes(nacl.box.nonceLength));
    const sealed = nacl.box.after(job, nonce, sharedKey);
    return {
      attempt,
      lease,
      task_id: taskId,
      number,
      nonce: Buffer.from(nonce).toString('base64'),
      sealed: Buffer.from(sealed).toString('base64'),
    };
  }
}

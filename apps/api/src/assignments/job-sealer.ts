import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { jobSecrets, type SealedJob } from '@switchyard/contracts';
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
  secrets: string[];
}

/** Seals jobs to the key a runner shares with the control plane. */
@Injectable()
export class JobSealer {
  constructor(private readonly builder: JobBuilder) {}

  async seal({ attempt, lease, taskId, number }: JobAttempt, sharedKey: Uint8Array): Promise<SealedWithSecrets> {
    const built = await this.builder.build(taskId);
    const json = Buffer.from(JSON.stringify(built));
    const codec = json.length >= COMPRESS_FROM ? 1 : 0;
    const bytes = new Uint8Array(codec === 1 ? deflateRawSync(json, { level: 1 }) : json);
    const nonce = new Uint8Array(randomBytes(nacl.box.nonceLength));
    const sealed = nacl.box.after(bytes, nonce, sharedKey);
    const job = {
      attempt,
      lease,
      task_id: taskId,
      number,
      codec,
      nonce: Buffer.from(nonce).toString('base64'),
      sealed: Buffer.from(sealed).toString('base64'),
    } as const;
    return { job, secrets: jobSecrets(built) };
  }
}

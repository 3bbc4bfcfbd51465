import { inflateRawSync } from 'node:zlib';
import {
  BranchListing,
  Job,
  MAX_JOB_BYTES,
  parseExact,
  problem,
  type SealedJob,
  type SealedListing,
  textList,
} from '@switchyard/contracts';
import nacl from 'tweetnacl';
import type { z } from 'zod';
import { AttemptFailure } from '../attempt-failure.js';

/**
 * Opens a job sealed to this runner.
 * @throws Error when it was sealed with another key, was changed on the way, or has a form this runner does not know;
 * the message never quotes the content
 */
export function openJob(sealed: SealedJob, key: Uint8Array): Job {
  const bytes = opened(sealed, key);
  const json = sealed.codec === 1 ? inflateRawSync(bytes, { maxOutputLength: MAX_JOB_BYTES }) : Buffer.from(bytes);
  return parsed(Job, json.toString('utf8'));
}

/** True when the sealed job is the same as one that was opened, to the last member. */
export function opensAs(sealed: SealedJob, key: Uint8Array, job: Job | null): boolean {
  try {
    return job !== null && JSON.stringify(openJob(sealed, key)) === JSON.stringify(job);
  } catch {
    return false;
  }
}

/** As {@link openJob}, for a listing of branches. */
export const openListing = (sealed: SealedListing, key: Uint8Array): BranchListing =>
  parsed(BranchListing, Buffer.from(opened(sealed, key)).toString('utf8'));

type Sealed = Pick<SealedJob, 'sealed' | 'nonce'>;

function opened(sealed: Sealed, key: Uint8Array): Uint8Array {
  const bytes = nacl.box.open.after(fromBase64(sealed.sealed), nonceOf(sealed), key);
  if (!bytes) {
    throw new AttemptFailure(problem('job_other_key'));
  }
  return bytes;
}

function parsed<T>(schema: z.ZodType<T>, json: string): T {
  const result = schema.safeParse(parseExact(json));
  if (!result.success) {
    const fields = result.error.issues.map((issue) => issue.path.join('.'));
    throw new AttemptFailure(problem('job_form', { members: textList(fields) }));
  }
  return result.data;
}

function nonceOf(sealed: Sealed): Uint8Array {
  const nonce = fromBase64(sealed.nonce);
  if (nonce.length !== nacl.box.nonceLength) {
    throw new AttemptFailure(problem('job_nonce'));
  }
  return nonce;
}

function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'));
}

import { inflateRawSync } from 'node:zlib';
import { Job, MAX_JOB_BYTES, problem, type SealedJob } from '@switchyard/contracts';
import nacl from 'tweetnacl';
import { AttemptFailure } from '../attempt-failure.js';

/**
 * Opens a job sealed to this runner.
 * @throws Error when it was sealed with another key, was changed on the way, or has a form this runner does not know;
 * the message never quotes the content
 */
export function openJob(sealed: SealedJob, key: Uint8Array): Job {
  const bytes = nacl.box.open.after(fromBase64(sealed.sealed), nonceOf(sealed), key);
  if (!bytes) {
    throw new AttemptFailure(problem('job_other_key'));
  }
  const json = sealed.codec === 1 ? inflateRawSync(bytes, { maxOutputLength: MAX_JOB_BYTES }) : Buffer.from(bytes);
  const parsed = Job.safeParse(JSON.parse(json.toString('utf8')));
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => issue.path.join('.'));
    throw new AttemptFailure(problem('job_form', { members: fields.join(', ') }));
  }
  return parsed.data;
}

function nonceOf(sealed: SealedJob): Uint8Array {
  const nonce = fromBase64(sealed.nonce);
  if (nonce.length !== nacl.box.nonceLength) {
    throw new AttemptFailure(problem('job_nonce'));
  }
  return nonce;
}

function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'));
}

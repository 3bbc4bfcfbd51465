import { problem } from '@switchyard/contracts';
import { UserError } from '@switchyard/server';
import type { LivingLock } from './lock.repository.js';

/** The answer that a workspace is locked otherwise, with what Terraform prints of the holder. */
export function stateLocked(status: 409 | 423, lock: LivingLock | null): UserError {
  const what = lock ? problem('state_locked', { who: lock.info.Who }) : problem('state_unlocked');
  return new UserError(status, what, { body: { ...lock?.info } });
}

import { problem } from '@switchyard/contracts';
import { UserError } from '@switchyard/server';
import { type LivingLock, lockInfo } from './lock.repository.js';

/** The answer that a workspace is locked otherwise, with what Terraform prints of the holder. */
export function stateLocked(status: 409 | 423, lock: LivingLock | null): UserError {
  const info = lock && lockInfo(lock);
  const what = info ? problem('state_locked', { who: info.Who }) : problem('state_unlocked');
  return new UserError(status, what, { body: { ...info } });
}

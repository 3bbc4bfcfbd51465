import nacl from 'tweetnacl';
import type { WorkBudget } from '../../../platform/workers/work-budget.js';

/** Bytes to seal or to open. */
export interface BoxJob {
  does: 'seal' | 'open';
  bytes: Uint8Array;
  /** One of another length opens nothing. */
  nonce: Uint8Array;
  /** Key that runner and server share. */
  sharedKey: Uint8Array;
}

/**
 * The bytes sealed or opened, one step each; `null` = they do not open.
 * @throws BudgetSpent
 */
export function boxWork({ does, bytes, nonce, sharedKey }: BoxJob, budget: WorkBudget): Uint8Array | null {
  budget.spend(bytes.length);
  if (nonce.length !== nacl.box.nonceLength) {
    return null;
  }
  return does === 'seal' ? nacl.box.after(bytes, nonce, sharedKey) : nacl.box.open.after(bytes, nonce, sharedKey);
}

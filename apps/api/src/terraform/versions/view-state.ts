import { MAX_NAMED_CHANGES, type TerraformStateDifference } from '@switchyard/contracts';
import type { WorkBudget } from '../../platform/workers/work-budget.js';
import { hashesIn } from '../state/resource-list.js';
import { changedResources } from '../state/state-changes.js';
import { type StateFacts, type StateFault, StateScanner } from '../state/state-scanner.js';
import { shownState } from './shown-state.js';

/** A version of a state, and the one before. */
export interface StateJob {
  now: Uint8Array;
  /** `null` = there is none, or it is too large. */
  before: Uint8Array | null;
}

/** Version of a state as people see it. */
export interface StateView {
  state: string;
  /** `null` = there is nothing to compare, or too much. */
  difference: Omit<TerraformStateDifference, 'against'> | null;
  /** The stored bytes are no state. */
  fault: StateFault | null;
}

/** @throws BudgetSpent */
export function viewState({ now, before }: StateJob, budget: WorkBudget): StateView {
  const state = shownState(bufferOf(now).toString('utf8'), budget);
  if (before === null) {
    return { state, difference: null, fault: null };
  }
  const [old, current] = [factsOf(before, budget), factsOf(now, budget)];
  const fault = [old, current].find((each) => typeof each === 'string') ?? null;
  return typeof old === 'string' || typeof current === 'string'
    ? { state, difference: null, fault: fault as StateFault }
    : { state, difference: differenceOf(old, current), fault: null };
}

function differenceOf(old: StateFacts, now: StateFacts): StateView['difference'] {
  if (!old.resources || !now.resources) {
    return null;
  }
  const { added, changed, removed } = changedResources(hashesIn(old.resources), hashesIn(now.resources));
  const first = (addresses: readonly string[]): string[] => addresses.slice(0, MAX_NAMED_CHANGES);
  return { added: first(added), changed: first(changed), removed: first(removed) };
}

function factsOf(bytes: Uint8Array, budget: WorkBudget): StateFacts | StateFault {
  budget.spend(bytes.length);
  const scanner = new StateScanner();
  return scanner.feed(bufferOf(bytes)) ?? scanner.finish();
}

const bufferOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);

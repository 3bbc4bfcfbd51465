import type { ToolRun } from '@switchyard/testing';
import type { AnsweredDelivery } from '../history/history.js';
import type { StateOperation } from '../history/state-history.js';

/** Actions of people and tools, recorded apart from the database. */
export class Journal {
  /** Ids of the tasks whose creation was answered. */
  readonly accepted = new Set<number>();
  /** Webhooks that were answered. */
  readonly deliveries: AnsweredDelivery[] = [];
  /** Everything that simulated tools have done, in the order of their beginning. */
  readonly runs: ToolRun[] = [];
  /** Operations on states. */
  readonly states: StateOperation[] = [];
  /** Counts of the actions of people, by name. */
  readonly counts: Record<string, number> = {};

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }
}

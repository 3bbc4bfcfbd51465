import type { PhaseStatus } from '../labels.js';
import { decidingSection, type Section } from './sections.js';
import type { LogOutcome } from '../types.js';

/** State of a phase: the deciding one shows how the task stands, those before it succeeded. */
export function phaseStatusOf(sections: readonly Section[], index: number, outcome: LogOutcome): PhaseStatus {
  const deciding = decidingSection(sections);
  if (index === deciding) {
    return outcome;
  }
  return index > deciding && outcome === 'running' ? 'running' : 'success';
}

/** When a phase ended, in epoch milliseconds; undefined while it lasts. */
export function phaseEnd(
  sections: readonly Section[],
  index: number,
  finishedAt: number | undefined,
): number | undefined {
  return sections[index + 1]?.time ?? finishedAt;
}

import { type DriftStatus, hasPlannedChanges, type PlanSummary } from '@switchyard/contracts';

/** A task of a workspace that has succeeded. */
export interface SucceededRun {
  /** It made a plan and applied nothing. */
  plansOnly: boolean;
  destroys: boolean;
  /** It ran as the template is configured: the launch set no other branch, directory or arguments. */
  isAsConfigured: boolean;
  /** Changes that its plan would make; null = not known. */
  summary: PlanSummary | null;
  /** Somebody else has written the state since it began. */
  isOutdated: boolean;
}

/** How the workspace stands after a task; null = it shows nothing. */
export function driftAfter({ summary, ...run }: SucceededRun): DriftStatus | null {
  const isUnchanged = summary !== null && !hasPlannedChanges(summary);
  const isWhole = run.isAsConfigured && !run.destroys;
  if (run.plansOnly) {
    const isCheck = isWhole && !run.isOutdated && summary !== null;
    return isCheck ? (isUnchanged ? 'in_step' : 'drifted') : null;
  }
  if (isWhole) {
    return 'in_step';
  }
  return isUnchanged ? null : 'unknown';
}

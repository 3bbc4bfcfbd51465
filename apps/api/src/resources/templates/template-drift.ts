import {
  hasPlannedChanges,
  isFinal,
  own,
  type PlanSummary,
  type TaskStatus,
  type TemplateDrift,
} from '@switchyard/contracts';

/** The last task of a template that has made a plan. */
export interface LastPlan {
  task_id: number;
  status: TaskStatus;
  params: Readonly<Record<string, unknown>>;
  plan_summary: PlanSummary;
}

/**
 * The changes that a plan has found and nobody has applied: it was only made, or was not confirmed, or its apply failed.
 * `null` while it is applied, and for the plan to destroy everything, which always has changes.
 */
export function driftOf({ task_id: taskId, status, params, plan_summary: summary }: LastPlan): TemplateDrift | null {
  const isApplied = status === 'success' && own(params, 'plan') !== true;
  const isOpen = isFinal(status) || status === 'waiting_confirmation';
  const isDestroy = own(params, 'destroy') === true;
  return isOpen && !isApplied && !isDestroy && hasPlannedChanges(summary) ? { task_id: taskId, summary } : null;
}

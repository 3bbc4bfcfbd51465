import { z } from 'zod';
import { Id, Time } from '../primitives/primitives.js';
import { PlanSummary } from '../task/plan.js';

/**
 * How a workspace stands to the configuration of a template. `in_step` = the last plan found nothing to apply, or was applied;
 * `drifted` = it found changes; `unknown` = something was planned or changed since that leaves it open.
 */
export const DRIFT_STATUSES = ['in_step', 'drifted', 'unknown'] as const;
export const DriftStatus = z.enum(DRIFT_STATUSES);
export type DriftStatus = z.infer<typeof DriftStatus>;

/** Known drift of a workspace; absent = nothing is known. */
export const WorkspaceDrift = z.object({
  inventory_id: Id,
  template_id: Id,
  status: DriftStatus,
  /** The task that showed it; `null` = it is deleted. */
  task_id: Id.nullable(),
  /** Changes that the plan of that task would make; `null` unless `drifted`. */
  summary: PlanSummary.nullable(),
  /** Since when the status is the same. */
  since: Time,
  /** When a task last showed whether there is drift. */
  checked: Time,
});
export type WorkspaceDrift = z.infer<typeof WorkspaceDrift>;

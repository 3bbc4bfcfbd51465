import { z } from 'zod';

/** Resources that a plan would change, counted by action, from `terraform show -json` or `pulumi preview --json`. */
export const PlanSummary = z.object({
  add: z.int().min(0),
  change: z.int().min(0),
  destroy: z.int().min(0),
  /** Resources that would be imported or only read again; 0 where the tool does not report them. */
  import: z.int().min(0).default(0),
  /** Outputs that would change. */
  outputs: z.int().min(0).default(0),
  /** Resources that get another address; absent = none, or not counted by the runner. */
  move: z.int().min(0).optional(),
  /** Resources that are left alone and no longer managed; absent as `move`. */
  forget: z.int().min(0).optional(),
});
export type PlanSummary = z.infer<typeof PlanSummary>;

/** Whether there is something to apply, outputs included. */
export const hasPlannedChanges = (summary: PlanSummary): boolean =>
  Object.values(summary).some((count = 0) => count > 0);

/** Largest plan file that is kept until it is decided, in bytes. */
export const MAX_PLAN_BYTES = 10 * 1024 * 1024;

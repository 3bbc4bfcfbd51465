import type { PlanSummary } from '@switchyard/contracts';
import { z } from 'zod';

/** The part of a saved update plan that is counted (`apitype.DeploymentPlanV1` of Pulumi). */
const SavedPlan = z.object({
  resourcePlans: z.record(z.string(), z.object({ steps: z.array(z.string()).optional() })).optional(),
});

/** The URN of a provider that Pulumi makes by itself, and does not count either. */
const DEFAULT_PROVIDER = /::pulumi:providers:[^:]+::default(_|$)/;

/**
 * Counts the steps of a saved plan; a replacement is one to add and one to destroy.
 * @returns null when the text is no such plan
 */
export function pulumiSummary(saved: string): PlanSummary | null {
  const parsed = SavedPlan.safeParse(parse(saved));
  if (!parsed.success) {
    return null;
  }
  const plans = Object.entries(parsed.data.resourcePlans ?? {})
    .filter(([urn]) => !DEFAULT_PROVIDER.test(urn))
    .map(([, { steps = [] }]) => steps);
  const count = (...names: string[]): number =>
    plans.filter((steps) => steps.some((step) => names.includes(step))).length;
  return {
    add: count('create', 'create-replacement'),
    change: count('update'),
    destroy: count('delete', 'delete-replaced'),
    import: count('import', 'import-replacement'),
    outputs: 0,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

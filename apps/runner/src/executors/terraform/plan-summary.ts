import type { PlanSummary } from '@switchyard/contracts';
import { z } from 'zod';

/** The part of `terraform show -json` that is counted (developer.hashicorp.com/terraform/internals/json-format). */
const ShownPlan = z.object({
  resource_changes: z
    .array(
      z.object({
        mode: z.string().optional(),
        change: z.object({ actions: z.array(z.string()), importing: z.unknown().optional() }),
      }),
    )
    .optional(),
  output_changes: z.record(z.string(), z.object({ actions: z.array(z.string()) })).optional(),
});

/**
 * Counts a plan as Terraform's own last line does: a replacement is one to add and one to destroy.
 * @returns null when the text is no such plan
 */
export function planSummary(shown: string): PlanSummary | null {
  const parsed = ShownPlan.safeParse(parse(shown));
  if (!parsed.success) {
    return null;
  }
  const changes = (parsed.data.resource_changes ?? [])
    .filter(({ mode }) => mode !== 'data')
    .map(({ change }) => change);
  const count = (action: string): number => changes.filter(({ actions }) => actions.includes(action)).length;
  const outputs = Object.values(parsed.data.output_changes ?? {});
  return {
    add: count('create'),
    change: count('update'),
    destroy: count('delete'),
    import: changes.filter(({ importing }) => importing !== undefined && importing !== null).length,
    outputs: outputs.filter(({ actions }) => !actions.includes('no-op')).length,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

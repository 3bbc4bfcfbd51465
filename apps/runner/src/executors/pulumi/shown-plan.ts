import { z } from 'zod';
import type { ResourceChange, ShownPlan } from '../plans/plan-view/shown-plan.js';
import { markedValue } from './property-values.js';

const Properties = z.record(z.string(), z.unknown());
const Diff = z.object({
  adds: Properties.nullish(),
  updates: Properties.nullish(),
  deletes: z.array(z.string()).nullish(),
});
type Diff = z.infer<typeof Diff>;

/** The part of a saved update plan that is shown (`apitype.DeploymentPlanV1` of Pulumi). */
const SavedPlan = z.object({
  resourcePlans: z
    .record(
      z.string(),
      z.object({ goal: z.object({ inputDiff: Diff.nullish() }).nullish(), steps: z.array(z.string()).nullish() }),
    )
    .nullish(),
});

/** Output of `stack export`, as far as it is shown. */
const Export = z.object({
  deployment: z.object({ resources: z.array(z.object({ urn: z.string(), inputs: Properties.nullish() })).nullish() }),
});

/** The URN of a provider that Pulumi makes by itself, and does not count either. */
const DEFAULT_PROVIDER = /::pulumi:providers:[^:]+::default(_|$)/;

/** Steps of a resource that say what becomes of it, and what Terraform calls that; the first that is there counts. */
const ACTIONS: readonly [steps: readonly string[], actions: string[]][] = [
  [
    ['replace', 'create-replacement', 'delete-replaced', 'import-replacement', 'read-replacement'],
    ['delete', 'create'],
  ],
  [['import'], ['no-op']],
  [['create'], ['create']],
  [['update'], ['update']],
  [['delete', 'discard'], ['delete']],
];

/**
 * Returns the changes that a saved plan would make.
 * @param exported state of the stack as `stack export` prints it, for what was there before
 * @returns null when the plan is none
 */
export function savedPlan(saved: string, exported: string): ShownPlan | null {
  const plan = SavedPlan.safeParse(parse(saved)).data;
  const before = inputsIn(exported) ?? new Map<string, Readonly<Record<string, unknown>>>();
  const changes = Object.entries(plan?.resourcePlans ?? {}).flatMap(([urn, { goal, steps }]) => {
    const actions = ACTIONS.find(([names]) => names.some((name) => steps?.includes(name)))?.[1];
    const change = { actions: actions ?? [], before: before.get(urn), diff: goal?.inputDiff };
    return actions && !DEFAULT_PROVIDER.test(urn) ? [resourceChange(urn, change)] : [];
  });
  return plan ? shown(changes) : null;
}

/**
 * Returns the changes that the destruction of a whole stack would make.
 * @returns null when the text is no export of a stack
 */
export function destructionPlan(exported: string): ShownPlan | null {
  const inputs = inputsIn(exported);
  const found = [...(inputs ?? [])].filter(([urn]) => !DEFAULT_PROVIDER.test(urn));
  return inputs && shown(found.map(([urn, before]) => resourceChange(urn, { actions: ['delete'], before })));
}

const shown = (changes: ResourceChange[]): ShownPlan => ({
  formatVersion: '',
  changes,
  drift: [],
  outputs: [],
  hidden: new Set(),
});

/** Inputs of each resource by its URN. */
function inputsIn(exported: string): Map<string, Readonly<Record<string, unknown>>> | null {
  const found = Export.safeParse(parse(exported)).data;
  return found ? new Map((found.deployment.resources ?? []).map(({ urn, inputs }) => [urn, inputs ?? {}])) : null;
}

interface Changed {
  actions: string[];
  before: Readonly<Record<string, unknown>> | undefined;
  diff?: Diff | null | undefined;
}

function resourceChange(urn: string, { actions, before, diff }: Changed): ResourceChange {
  const isGone = actions.join() === 'delete';
  const [old, now] = [
    markedValue(before),
    markedValue(isGone ? undefined : { ...without(before, diff?.deletes), ...diff?.adds, ...diff?.updates }),
  ];
  return {
    address: addressOf(urn),
    change: {
      actions,
      before: old.value,
      after: now.value,
      after_unknown: now.unknown,
      before_sensitive: old.sensitive,
      after_sensitive: now.sensitive,
      ...(actions[0] === 'no-op' && { importing: true }),
    },
  };
}

const without = (
  properties: Readonly<Record<string, unknown>> | undefined,
  names: readonly string[] | null | undefined,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(properties ?? {}).filter(([name]) => names?.includes(name) !== true));

/** Type and name of a resource: `urn:pulumi:stack::project::parent$type::name` (pulumi.com/docs/iac/concepts/resources/names). */
function addressOf(urn: string): string {
  const [, , types = '', ...name] = urn.split('::');
  return `${types.split('$').at(-1)}::${name.join('::')}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

import {
  MAX_PLAN_ADDRESS,
  MAX_PLAN_ATTRIBUTES,
  MAX_PLAN_PATH,
  MAX_PLAN_RESOURCES,
  MAX_PLAN_VIEW_BYTES,
  PLAN_ACTIONS,
  PLAN_VIEW_FORMAT,
  type PlanAction,
  type PlanAttribute,
  type PlanResource,
  type PlanSummary,
  type PlanView,
  type PlanViewProblem,
  withoutAttributes,
} from '@switchyard/contracts';
import { SecretMasker } from '@switchyard/masking';
import { attributeChanges, cut, type Hiding } from './attribute-changes.js';
import type { Change } from './change.js';
import { readShownPlan, type ResourceChange, type ShownPlan } from './shown-plan.js';

/** Room for what is not in a list. */
const RESERVED_BYTES = 64 * 1024;
/** Most sensitive values that are looked for inside of other texts. */
const MASKED_VALUES = 500;
/** Most bytes of attributes; the rest is for the names of resources whose attributes are left out. */
const ATTRIBUTE_BYTES = 2.5 * 1024 * 1024;

export interface MadeView {
  view: PlanView;
  /** `null` = the plan could not be read. */
  summary: PlanSummary | null;
}

/**
 * Reduces the output of `show -json` to what people decide by. The view states what it cannot show.
 * @param secrets of the job
 */
export function planView(shown: string, secrets: readonly string[]): MadeView {
  try {
    const plan = readShownPlan(shown);
    return 'problem' in plan
      ? { view: emptyView(plan.problem, plan.formatVersion), summary: null }
      : viewOfPlan(plan, secrets);
  } catch {
    return { view: emptyView('unreadable'), summary: null };
  }
}

/** The same of a plan that was read. @param secrets of the job */
export const viewOfPlan = (plan: ShownPlan, secrets: readonly string[]): MadeView =>
  viewOf(plan, { ...maskerOf(secrets, plan.hidden), hidden: plan.hidden });

/** Hides also what holds a sensitive value among other text, as far as there are not too many of them. */
function maskerOf(secrets: readonly string[], hidden: ReadonlySet<string>): Pick<Hiding, 'mask'> {
  const some = [...hidden].slice(0, MASKED_VALUES);
  try {
    const masker = new SecretMasker([...secrets, ...some]);
    return { mask: (text) => masker.maskText(text) };
  } catch {
    const masker = new SecretMasker(secrets);
    return { mask: (text) => masker.maskText(text) };
  }
}

function viewOf(plan: ShownPlan, hiding: Hiding): MadeView {
  const changes = withActions(plan.changes);
  const drift = withActions(plan.drift);
  if (!changes || !drift) {
    return { view: emptyView('newer_format', plan.formatVersion), summary: null };
  }
  const room = new Room();
  const resources = changes.map((each) => room.take(() => resourceOf(each, hiding))).filter((each) => each !== null);
  const drifted = drift.map((each) => room.take(() => resourceOf(each, hiding))).filter((each) => each !== null);
  const first = plan.outputs.slice(0, MAX_PLAN_ATTRIBUTES);
  const outputs = room.takeAll(first.map(([name, change]) => outputOf(name, change, hiding)));
  const counts = countsOf(changes);
  return {
    view: {
      ...emptyView(null, plan.formatVersion),
      counts,
      resources,
      more_resources: changes.length - resources.length,
      drift: drifted,
      more_drift: drift.length - drifted.length,
      outputs,
      more_outputs: plan.outputs.length - outputs.length,
    },
    summary: {
      add: counts.create + counts.replace,
      change: counts.update,
      destroy: counts.delete + counts.replace,
      import: plan.changes.filter(({ change }) => change.importing).length,
      outputs: plan.outputs.length,
      move: counts.move,
      forget: counts.forget,
    },
  };
}

/** A view without anything to see, and why. */
export const emptyView = (problem: PlanViewProblem | null, formatVersion = ''): PlanView => ({
  format: PLAN_VIEW_FORMAT,
  problem,
  format_version: formatVersion,
  counts: countsOf([]),
  resources: [],
  more_resources: 0,
  drift: [],
  more_drift: 0,
  outputs: [],
  more_outputs: 0,
});

interface Acted {
  action: PlanAction;
  resource: ResourceChange;
}

const ACTIONS: ReadonlyMap<string, PlanAction> = new Map([
  ['create', 'create'],
  ['read', 'read'],
  ['update', 'update'],
  ['delete', 'delete'],
  ['delete,create', 'replace'],
  ['create,delete', 'replace'],
  ['create,forget', 'create'],
  ['forget', 'forget'],
]);

/** In the order of their actions; `null` when there is one that is not known here. */
function withActions(resources: readonly ResourceChange[]): Acted[] | null {
  const acted = resources.map((resource) => ({ action: actionOf(resource), resource }));
  const known = acted.filter((each): each is Acted => each.action !== undefined);
  const rank = ({ action }: Acted): number => PLAN_ACTIONS.indexOf(action);
  return known.length < acted.length ? null : known.toSorted((one, other) => rank(one) - rank(other));
}

function actionOf({ change: { actions, importing } }: ResourceChange): PlanAction | undefined {
  const isNothing = actions.every((action) => action === 'no-op');
  return isNothing ? (importing ? 'import' : 'move') : ACTIONS.get(actions.join(','));
}

function countsOf(resources: readonly Acted[]): Record<PlanAction, number> {
  const counts = Object.fromEntries(PLAN_ACTIONS.map((action) => [action, 0])) as Record<PlanAction, number>;
  resources.forEach(({ action }) => (counts[action] += 1));
  return counts;
}

function resourceOf({ action, resource }: Acted, hiding: Hiding): PlanResource {
  const { address, module_address: module, previous_address: previous, change } = resource;
  const attributes = [...attributeChanges(change, hiding)];
  const text = (value: string): string => cut(hiding.mask(value), MAX_PLAN_ADDRESS);
  return {
    address: text(address),
    module: text(module ?? ''),
    action,
    ...(change.importing ? { imported: true } : {}),
    ...(previous ? { previous_address: text(previous) } : {}),
    attributes: attributes.slice(0, MAX_PLAN_ATTRIBUTES),
    more_attributes: Math.max(0, attributes.length - MAX_PLAN_ATTRIBUTES),
  };
}

/** The value of an output as a whole. */
function outputOf(name: string, change: Change, hiding: Hiding): PlanAttribute {
  const [whole] = attributeChanges(change, hiding, 0);
  const none: PlanAttribute = { path: '', before: null, after: null };
  return { ...(whole ?? none), path: cut(hiding.mask(name), MAX_PLAN_PATH) };
}

/** Keeps lists within the bytes of a view: first attributes are left out, then resources. */
class Room {
  private used = RESERVED_BYTES;
  private resources = 0;

  /** @returns null when there is no room for it; `make` is called only where there may be */
  take(make: () => PlanResource): PlanResource | null {
    if (this.resources === MAX_PLAN_RESOURCES) {
      return null;
    }
    const whole = make();
    const isRoomy = this.used + bytesOf(whole) <= ATTRIBUTE_BYTES;
    const kept = isRoomy ? whole : withoutAttributes(whole);
    const bytes = bytesOf(kept);
    if (this.used + bytes > MAX_PLAN_VIEW_BYTES) {
      return null;
    }
    this.used += bytes;
    this.resources += 1;
    return kept;
  }

  takeAll(outputs: readonly PlanAttribute[]): PlanAttribute[] {
    return outputs.filter((output) => (this.used += bytesOf(output)) <= MAX_PLAN_VIEW_BYTES);
  }
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value)) + 1;

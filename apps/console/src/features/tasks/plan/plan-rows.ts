import {
  PLAN_ACTIONS,
  type PlanAction,
  type PlanAttribute,
  type PlanResource,
  type PlanView,
} from '@switchyard/contracts';

/** One line of the list: headings, resources with what differs, outputs, and what is left out. */
export type PlanRow =
  | { kind: 'action'; key: string; action: PlanAction; count: number }
  | { kind: 'drift' | 'outputs'; key: string; count: number }
  | { kind: 'module'; key: string; module: string }
  | { kind: 'resource'; key: string; resource: PlanResource; isDrift: boolean }
  | { kind: 'output'; key: string; output: PlanAttribute }
  | { kind: 'more'; key: string; count: number };

export interface PlanFilter {
  /** Text in an address, a path or a value; `''` = all. */
  wanted: string;
  /** `null` = all. */
  action: PlanAction | null;
}

/** Rows of a plan: by action, destroyed resources first, and by module within. */
export function planRows(view: PlanView, { wanted, action }: PlanFilter): PlanRow[] {
  const needle = wanted.trim().toLowerCase();
  const resources = view.resources.filter((each) => matches(each, needle));
  const shown = PLAN_ACTIONS.filter((each) => action === null || each === action);
  const isWhole = needle === '' && action === null;
  return [
    ...shown.flatMap((each) => actionRows(each, resources, needle === '' ? view.counts[each] : null)),
    ...moreRow('resources', needle === '' ? view.more_resources : 0),
    ...(action === null ? driftRows(view, needle) : []),
    ...(isWhole ? moreRow('drift', view.more_drift) : []),
    ...(action === null ? outputRows(view, needle) : []),
    ...(isWhole ? moreRow('outputs', view.more_outputs) : []),
  ];
}

/** @param total `null` = only those that are found count */
function actionRows(action: PlanAction, all: readonly PlanResource[], total: number | null): PlanRow[] {
  const resources = all.filter((each) => each.action === action);
  return resources.length === 0
    ? []
    : [
        { kind: 'action', key: action, action, count: total ?? resources.length },
        ...byModule(action, resources, false),
      ];
}

function driftRows({ drift }: PlanView, needle: string): PlanRow[] {
  const found = drift.filter((each) => matches(each, needle));
  return found.length === 0
    ? []
    : [{ kind: 'drift', key: 'drift', count: found.length }, ...byModule('drift', found, true)];
}

function outputRows({ outputs }: PlanView, needle: string): PlanRow[] {
  const found = outputs.filter((output) => isIn(output, needle));
  const rows = found.map((output): PlanRow => ({ kind: 'output', key: `output ${output.path}`, output }));
  return rows.length === 0 ? [] : [{ kind: 'outputs', key: 'outputs', count: found.length }, ...rows];
}

/** Modules have headings as soon as there is another one than the root. */
function byModule(list: string, resources: readonly PlanResource[], isDrift: boolean): PlanRow[] {
  const modules = new Map<string, PlanResource[]>();
  for (const resource of resources) {
    const group = modules.get(resource.module) ?? [];
    group.push(resource);
    modules.set(resource.module, group);
  }
  return [...modules.keys()].sort().flatMap((module) => [
    ...(module === '' ? [] : [{ kind: 'module' as const, key: `${list} ${module}`, module }]),
    ...(modules.get(module) ?? []).map((resource): PlanRow => ({
      kind: 'resource',
      key: `${list} ${resource.address}`,
      resource,
      isDrift,
    })),
  ]);
}

const moreRow = (list: string, count: number): PlanRow[] =>
  count === 0 ? [] : [{ kind: 'more', key: `more ${list}`, count }];

const matches = (resource: PlanResource, needle: string): boolean =>
  needle === '' ||
  [resource.address, resource.previous_address ?? ''].some((text) => text.toLowerCase().includes(needle)) ||
  resource.attributes.some((attribute) => isIn(attribute, needle));

const isIn = ({ path, before, after }: PlanAttribute, needle: string): boolean =>
  needle === '' || [path, before, after].some((text) => text?.toLowerCase().includes(needle));

/** True for a plan that would change nothing and has found nothing changed. */
export const isEmptyPlan = ({ resources, more_resources: more, drift, outputs }: PlanView): boolean =>
  resources.length + more + drift.length + outputs.length === 0;

/** Addresses of the resources that are destroyed, also those that are created again. */
export const destroyedAddresses = ({ resources }: PlanView): string[] =>
  resources.filter(({ action }) => action === 'delete' || action === 'replace').map(({ address }) => address);

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import {
  MAX_PLAN_VIEW_BYTES,
  type PlanAttribute,
  type PlanResource,
  PlanView,
  withoutAttributes,
} from '@switchyard/contracts';
import { SMALL_PLAN_VIEW_BYTES } from '../../../platform/bounds.js';
import { BudgetSpent, type WorkBudget } from '../../../platform/workers/work-budget.js';

export interface PlanViewJob {
  /** As a runner sent it: compressed (deflate-raw), in base64. */
  view: string;
  /** Texts that take the place of its own, as {@link PlanViewParts.texts}; `null` = it keeps them. */
  texts: Uint8Array | null;
}

export interface PlanViewParts {
  /** Every text that comes from the plan, a line each. */
  texts: Uint8Array;
  /** Compressed as it came: without attributes, and with them. */
  list: Uint8Array;
  whole: Uint8Array;
}

/**
 * `null` = it does not open, is too large or has another form.
 * @throws BudgetSpent
 */
export function readPlanView({ view, texts }: PlanViewJob, budget: WorkBudget): PlanViewParts | null {
  const opened = openView(view, budget);
  if (!opened) {
    return null;
  }
  const lines = texts ? Buffer.from(texts).toString('utf8').split('\n') : linesOf(opened);
  const next = lines[Symbol.iterator]();
  const shown = mapTexts(opened, () => next.next().value ?? '');
  return { texts: texts ?? Buffer.from(lines.join('\n')), list: packed(listOf(shown)), whole: packed(shown) };
}

const packed = (view: PlanView): Buffer => deflateRawSync(JSON.stringify(view));

const listOf = (view: PlanView): PlanView => ({
  ...view,
  resources: view.resources.map(withoutAttributes),
  drift: view.drift.map(withoutAttributes),
});

/** Where it may take more, what does not open in little is left to that place. */
function openView(view: string, budget: WorkBudget): PlanView | null {
  try {
    const maxOutputLength = budget.isLast ? MAX_PLAN_VIEW_BYTES : SMALL_PLAN_VIEW_BYTES;
    const bytes = inflateRawSync(Buffer.from(view, 'base64'), { maxOutputLength });
    budget.spend(bytes.length);
    return PlanView.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    if (!budget.isLast) {
      throw new BudgetSpent();
    }
    return null;
  }
}

function linesOf(view: PlanView): string[] {
  const lines: string[] = [];
  mapTexts(view, (text) => {
    lines.push(text.replaceAll('\n', ' '));
    return text;
  });
  return lines;
}

type Change = (text: string) => string;

/** The texts of a view that come from the plan, always in the same order. */
function mapTexts(view: PlanView, change: Change): PlanView {
  const resource = (of: PlanResource): PlanResource => ({
    ...of,
    address: change(of.address),
    module: change(of.module),
    ...(of.previous_address !== undefined && { previous_address: change(of.previous_address) }),
    attributes: of.attributes.map((each) => mapAttribute(each, change)),
  });
  return {
    ...view,
    format_version: change(view.format_version),
    resources: view.resources.map(resource),
    drift: view.drift.map(resource),
    outputs: view.outputs.map((each) => mapAttribute(each, change)),
  };
}

const mapAttribute = (of: PlanAttribute, change: Change): PlanAttribute => ({
  ...of,
  path: change(of.path),
  before: of.before === null ? null : change(of.before),
  after: of.after === null ? null : change(of.after),
});

import type { PlanAttribute, PlanResource, PlanView } from '@switchyard/contracts';
import type { SecretMasker } from '@switchyard/masking';

/**
 * Hides the secrets of the job in a view, which its runner has done before. All texts are masked in one pass, a line each:
 * no form of a secret holds a line end.
 */
export function maskPlanView(view: PlanView, masker: SecretMasker): PlanView {
  const texts: string[] = [];
  mapTexts(view, (text) => {
    texts.push(text.replaceAll('\n', ' '));
    return text;
  });
  const masked = masker.maskText(texts.join('\n')).split('\n')[Symbol.iterator]();
  return mapTexts(view, () => masked.next().value ?? '');
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

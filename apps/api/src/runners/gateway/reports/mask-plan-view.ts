import { setImmediate } from 'node:timers/promises';
import type { PlanAttribute, PlanResource, PlanView } from '@switchyard/contracts';
import type { SecretMasker } from '@switchyard/masking';
import { mapInTurns } from '../../../platform/workers/in-turns.js';

/** Characters that are masked without a pause, but for one text that is longer. */
const BATCH_CHARACTERS = 256 * 1024;

/**
 * Hides the secrets of the job in a view, which its runner has done before. Many texts are masked in one pass, a line each:
 * no form of a secret holds a line end. Other work gets its turn between the passes.
 */
export async function maskPlanView(view: PlanView, masker: SecretMasker): Promise<PlanView> {
  const batches = batchesOf(view);
  await setImmediate();
  const masked = await mapInTurns(batches, (texts) => masker.maskText(texts.join('\n')).split('\n'));
  await setImmediate();
  const next = masked.flat()[Symbol.iterator]();
  return mapTexts(view, () => next.next().value ?? '');
}

/** The texts, some at a time. */
function batchesOf(view: PlanView): string[][] {
  const batches: string[][] = [];
  let room = 0;
  mapTexts(view, (text) => {
    if (room <= 0) {
      batches.push([]);
      room = BATCH_CHARACTERS;
    }
    batches.at(-1)?.push(text.replaceAll('\n', ' '));
    room -= text.length + 1;
    return text;
  });
  return batches;
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

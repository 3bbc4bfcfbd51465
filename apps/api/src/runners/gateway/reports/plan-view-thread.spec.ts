import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_PLAN_VIEW_BYTES, type PlanResource, type PlanView } from '@switchyard/contracts';
import { ownFile } from '../../../own-file.js';
import { BoundedWork } from '../../../platform/workers/bounded-work.js';
import { BudgetSpent, WorkBudget } from '../../../platform/workers/work-budget.js';
import { type PlanViewJob, type PlanViewParts, readPlanView } from './plan-view-work.js';

const LIMITS = { steps: MAX_PLAN_VIEW_BYTES, kept: 0 };

const attributes = [{ path: 'size', before: 'one\ntwo', after: null }];
const resource: PlanResource = { address: 'a.b', module: '', action: 'create', attributes, more_attributes: 0 };
const viewOf = (count: number): PlanView => ({
  format: 1,
  problem: null,
  format_version: '1.2',
  counts: { delete: 0, replace: 0, update: 0, create: count, import: 0, move: 0, forget: 0, read: 0 },
  resources: Array.from({ length: count }, () => resource),
  more_resources: 0,
  drift: [],
  more_drift: 0,
  outputs: [],
  more_outputs: 0,
});
const pack = (json: unknown): string => deflateRawSync(JSON.stringify(json)).toString('base64');
const open = (packed: Uint8Array): unknown => JSON.parse(inflateRawSync(packed).toString());

describe('the view of a plan, read in a thread', () => {
  let work: BoundedWork<PlanViewJob, PlanViewParts | null>;
  beforeEach(() => {
    work = new BoundedWork<PlanViewJob, PlanViewParts | null>(readPlanView, {
      file: ownFile('runners/gateway/reports/plan-view-thread.js'),
      threads: 1,
      memoryMib: 256,
      maxWaiting: 8,
      maxWaitingOfKey: 8,
      waitMs: 60_000,
      limitMs: 120_000,
      here: LIMITS,
      away: LIMITS,
    });
  });
  afterEach(() => work.close());

  const away = (job: PlanViewJob): Promise<PlanViewParts | null> =>
    work.run({ key: 'k', small: null, sent: () => ({ job }) });

  it('should come with its texts, a line each, and with others in their place', async () => {
    const view = pack(viewOf(2_000));
    const parts = await away({ view, texts: null });
    const lines = Buffer.from(parts?.texts ?? []).toString();
    expect(lines.split('\n')).toEqual([
      '1.2',
      ...Array.from({ length: 2_000 }, () => ['a.b', '', 'size', 'one two']).flat(),
    ]);
    const texts = Buffer.from(lines.replaceAll('one two', '***'));
    const changed = await away({ view, texts });
    const shown = { ...resource, attributes: [{ path: 'size', before: '***', after: null }] };
    expect(open(changed?.whole ?? texts)).toEqual({
      ...viewOf(2_000),
      resources: viewOf(2_000).resources.map(() => shown),
    });
    expect(open(changed?.list ?? texts)).toMatchObject({
      resources: expect.arrayContaining([{ ...resource, attributes: [], more_attributes: 1 }]),
    });
  });

  it('should be null when it is none, or too large', async () => {
    expect(await away({ view: 'x', texts: null })).toBeNull();
    expect(
      await away({ view: pack({ ...viewOf(1), resources: 'x'.repeat(MAX_PLAN_VIEW_BYTES) }), texts: null }),
    ).toBeNull();
  });

  it('should be left to the thread when it is larger than it looked', () => {
    const budget = new WorkBudget(LIMITS, false);
    expect(() => readPlanView({ view: pack(viewOf(2_000)), texts: null }, budget)).toThrow(BudgetSpent);
    expect(readPlanView({ view: pack(viewOf(2)), texts: null }, budget)).not.toBeNull();
  });
});

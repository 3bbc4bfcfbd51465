import { describe, expect, it } from '@jest/globals';
import { PLAN_ACTIONS, type PlanAction, type PlanResource, type PlanView } from '@switchyard/contracts';
import { destroyedAddresses, isEmptyPlan, planRows } from './plan-rows.js';

const resource = (address: string, action: PlanAction, part: Partial<PlanResource> = {}): PlanResource => ({
  address,
  module: '',
  action,
  attributes: [],
  more_attributes: 0,
  ...part,
});

function planOf(resources: PlanResource[], part: Partial<PlanView> = {}): PlanView {
  const counts = PLAN_ACTIONS.map((action) => [action, resources.filter((each) => each.action === action).length]);
  return {
    format: 1,
    problem: null,
    format_version: '1.2',
    counts: Object.fromEntries(counts),
    resources,
    more_resources: 0,
    drift: [],
    more_drift: 0,
    outputs: [],
    more_outputs: 0,
    ...part,
  } as PlanView;
}

const ALL = { wanted: '', action: null };
const keys = (view: PlanView, filter: Parameters<typeof planRows>[1] = ALL): string[] =>
  planRows(view, filter).map(({ key }) => key);

const net = planOf([
  resource('a.one', 'create'),
  resource('module.net.b.two', 'delete', { module: 'module.net' }),
  resource('c.three', 'delete', { attributes: [{ path: 'cidr', before: '"10.0.0.0/8"', after: null }] }),
]);

describe('rows of a plan', () => {
  it('should show what is destroyed first, modules under headings', () => {
    expect(keys(net)).toEqual([
      'delete',
      'delete c.three',
      'delete module.net',
      'delete module.net.b.two',
      'create',
      'create a.one',
    ]);
  });

  it('should find addresses and values, and count what is found', () => {
    expect(planRows(net, { wanted: ' 10.0 ', action: null })).toMatchObject([{ key: 'delete', count: 1 }, {}]);
    expect(keys(net, { wanted: 'TWO', action: null })).toHaveLength(3);
    expect(keys(net, { wanted: '', action: 'create' })).toEqual(['create', 'create a.one']);
    expect(keys(net, { wanted: 'nothing', action: null })).toEqual([]);
  });

  it('should count what is left out', () => {
    const cut = planOf([resource('a', 'create')], { more_resources: 7, counts: { ...net.counts, create: 8 } });
    expect(planRows(cut, ALL)).toMatchObject([{ count: 8 }, {}, { kind: 'more', count: 7 }]);
  });

  it('should show drift and outputs after the changes', () => {
    const outputs = [{ path: 'o', before: null, after: '1' }];
    expect(keys(planOf([], { drift: [resource('d', 'update')], outputs }))).toEqual([
      'drift',
      'drift d',
      'outputs',
      'output o',
    ]);
  });

  it('should name what is destroyed, also what is replaced', () => {
    expect(destroyedAddresses(planOf([resource('x', 'replace'), resource('y', 'update')]))).toEqual(['x']);
    expect([isEmptyPlan(planOf([])), isEmptyPlan(net)]).toEqual([true, false]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { workflowOf } from './awx-workflows.js';

const workflowKey = {
  name: 'flow',
  type: 'workflow_job_template',
  organization: { name: 'Ops', type: 'organization' },
};
const keyOf = (identifier: string) => ({
  identifier,
  workflow_job_template: workflowKey,
  type: 'workflow_job_template_node',
});
const job = (name: string, type = 'job_template') => ({ name, type, organization: workflowKey.organization });
const node = (identifier: string, target: object | null, change: object = {}) => ({
  identifier,
  natural_key: keyOf(identifier),
  unified_job_template: target,
  all_parents_must_converge: false,
  ...change,
});

function convert(nodes: object[], change: object = {}) {
  const notes: string[] = [];
  const entry = workflowOf(
    { name: 'flow', description: 'd', ...change, related: { workflow_nodes: nodes } },
    {
      templateOf: (key) =>
        Reflect.get(key as object, 'name') === 'Gone' ? null : `${Reflect.get(key as object, 'name')}`,
      note: (text) => void notes.push(text),
    },
  );
  return { entry, notes };
}

describe(workflowOf.name, () => {
  it('should keep nodes and edges of all kinds, and what each node waits for', () => {
    const { entry, notes } = convert([
      node('1b2c', job('Build it'), {
        related: { success_nodes: [keyOf('ok')], failure_nodes: [keyOf('tell')], always_nodes: [keyOf('tell2')] },
      }),
      node('ok', null, {
        related: {
          create_approval_template: { name: 'Ship it?', description: '', timeout: 90 },
          success_nodes: [keyOf('ship')],
        },
      }),
      node('ship', job('Ship'), { all_parents_must_converge: true }),
      node('tell', job('Tell')),
      node('tell2', job('Tell')),
    ]);
    expect(entry).toEqual({
      description: 'd',
      nodes: [
        { node: 'build-it', kind: 'template', join: 'any', template: 'Build it' },
        { node: 'ship-it', kind: 'approval', join: 'any', name: 'Ship it?', role: 'manager', deadline_minutes: 2 },
        { node: 'ship', kind: 'template', join: 'all', template: 'Ship' },
        { node: 'tell', kind: 'template', join: 'any', template: 'Tell' },
        { node: 'tell-2', kind: 'template', join: 'any', template: 'Tell' },
      ],
      edges: [
        { from: 'build-it', to: 'ship-it', on: 'success' },
        { from: 'build-it', to: 'tell', on: 'failure' },
        { from: 'build-it', to: 'tell-2', on: 'always' },
        { from: 'ship-it', to: 'ship', on: 'success' },
      ],
    });
    expect(notes).toEqual([]);
  });

  it('should give templates the variables of their nodes, over which those of the workflow win, and no secret ones', () => {
    const { entry, notes } = convert([node('a', job('A'), { extra_data: { a: 1, b: 1, pin: '$encrypted$' } })], {
      extra_vars: '---\nb: 2\n',
    });
    expect(entry).toMatchObject({ nodes: [{ environment: '{"a":1,"b":2}' }] });
    expect(notes).toEqual(['workflow "flow": the value of the variable "pin" of "A" was not exported']);
  });

  it('should go on behind what tasks do themselves, and wait for a person behind other jobs that do not come', () => {
    const { entry, notes } = convert([
      node('update', job('site', 'project'), { related: { success_nodes: [keyOf('inner')] } }),
      node('inner', job('other flow', 'workflow_job_template'), { related: { success_nodes: [keyOf('gone')] } }),
      node('gone', job('Gone')),
    ]);
    expect(entry).toMatchObject({
      nodes: [
        { node: 'site', kind: 'condition', expression: 'true', name: 'site' },
        { node: 'other-flow', kind: 'approval', role: 'manager', name: 'other flow' },
        { node: 'gone', kind: 'approval' },
      ],
      edges: [{ from: 'site' }, { from: 'other-flow' }],
    });
    expect(notes).toEqual([
      expect.stringContaining('node "site" fetches what tasks fetch here themselves'),
      expect.stringContaining('node "other flow" does not come'),
      expect.stringContaining('node "Gone" does not come'),
    ]);
  });

  it('should name what is lost', () => {
    const { notes } = convert(
      [node('a', job('A'), { limit: 'web', inventory: job('i', 'inventory') }), node('b', job('B'))],
      {
        survey_enabled: true,
        webhook_service: 'github',
        inventory: job('i', 'inventory'),
        limit: 'db',
      },
    );
    expect(notes).toEqual([
      'workflow "flow": its node "A" has settings of its own, which do not come: inventory and limit',
      'workflow "flow": the export holds no connections between its nodes: all start at once, so connect them',
      'workflow "flow": its survey does not come',
      'workflow "flow": its webhook does not come',
      'workflow "flow": its inventory does not come: each template has its own',
      'workflow "flow": its limit does not come',
    ]);
  });

  it('should be none without nodes', () => {
    expect(convert([])).toEqual({ entry: null, notes: ['workflow "flow": it has no nodes, so it is left out'] });
  });
});

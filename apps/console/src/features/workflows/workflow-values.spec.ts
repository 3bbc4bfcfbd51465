import { describe, expect, it } from '@jest/globals';
import { Workflow, WorkflowInput } from '@switchyard/contracts';
import {
  freshNode,
  nodeIssues,
  nodeNameOf,
  type NodeValues,
  withNode,
  workflowBody,
  workflowIssues,
  workflowValues,
} from './workflow-values.js';

const row = Workflow.parse({
  id: 1,
  project_id: 1,
  name: 'Release',
  concurrency: 'parallel',
  description: '',
  nodes: [
    { kind: 'note', node: 'why', text: 'Each Friday.' },
    {
      kind: 'template',
      node: 'ship',
      template_id: 5,
      environment: '{"a":1}',
      variables: [{ name: 'of', expression: 'nodes.build.status' }],
    },
    {
      kind: 'approval',
      node: 'ok',
      name: 'Go?',
      user_ids: [7, 8],
      approvals_needed: 2,
      four_eyes: true,
      deadline_minutes: 45,
    },
    { kind: 'template', node: 'build', template_id: 4 },
    { kind: 'delay', node: 'rest', name: 'Rest', join: 'any', delay_minutes: 5 },
    { kind: 'condition', node: 'fits', expression: 'nodes.ship.status == "success"' },
  ],
  edges: [
    { from: 'build', to: 'ok', on: 'success' },
    { from: 'ok', to: 'ship', on: 'success' },
    { from: 'ship', to: 'rest', on: 'always' },
    { from: 'rest', to: 'fits', on: 'success' },
  ],
  last_run: null,
});
const node = (members: Partial<NodeValues>): NodeValues => ({ ...freshNode, template_id: 4, ...members });
const names = (nodes: readonly NodeValues[]): string[] => nodes.map((each) => each.node);
const paths = (issues: readonly { path: readonly unknown[] }[]): string[] => issues.map(({ path }) => path.join('.'));

describe(workflowValues.name, () => {
  it('should show each node behind those that lead to it, and notes last', () => {
    const { nodes } = workflowValues(row);
    expect(names(nodes)).toEqual(['build', 'ok', 'ship', 'rest', 'fits', 'why']);
    expect(nodes[1]).toMatchObject({ role: '', after: [{ from: 'build', on: 'success' }] });
  });

  it('should become the body that was read', () => {
    const { nodes, edges } = WorkflowInput.parse(workflowBody(workflowValues(row)));
    expect(nodes).toEqual(expect.arrayContaining(row.nodes));
    expect(edges).toEqual(row.edges);
  });
});

describe(workflowIssues.name, () => {
  it('should ask for a name and a node first', () => {
    expect(paths(workflowIssues(workflowValues(null)))).toEqual(['name', 'nodes']);
  });

  it('should find a loop', () => {
    const nodes = [
      node({ node: 'a', after: [{ from: 'b', on: 'success' }] }),
      node({ node: 'b', after: [{ from: 'a', on: 'success' }] }),
    ];
    expect(workflowIssues({ ...workflowValues(null), name: 'w', nodes })).toMatchObject([{ code: 'graph_loop' }]);
  });
});

describe(nodeIssues.name, () => {
  it('should be none of a node that is complete', () => {
    expect(nodeIssues(node({ node: 'a' }), ['b'])).toEqual([]);
    expect(nodeIssues(node({ kind: 'note', node: 'n', template_id: undefined }), [])).toEqual([]);
  });

  it.each([
    ['node', node({})],
    ['node', node({ node: 'taken' })],
    ['node', node({ node: 'Not a word' })],
    ['template_id', node({ node: 'a', template_id: undefined })],
    ['user_ids', node({ node: 'a', kind: 'approval', role: '' })],
    ['user_ids', node({ node: 'a', kind: 'approval', role: '', user_ids: [7], approvals_needed: 2 })],
    ['delay_minutes', node({ node: 'a', kind: 'delay' })],
    ['expression', node({ node: 'a', kind: 'condition' })],
    ['variables.0.name', node({ node: 'a', variables: [{ name: 'a b', expression: '1' }] })],
    ['after', node({ node: 'a', after: [{ from: '', on: 'success' }] })],
    ['environment', node({ node: 'a', environment: '[]' })],
  ])('should be at %s', (path, values) => {
    expect(paths(nodeIssues(values, ['taken']))).toEqual([path]);
  });
});

describe(withNode.name, () => {
  const { nodes } = workflowValues(row);

  it('should add one', () => {
    expect(
      names(withNode(nodes, nodes.length, node({ node: 'late', after: [{ from: 'ship', on: 'always' }] }))),
    ).toEqual(['build', 'ok', 'ship', 'rest', 'late', 'fits', 'why']);
  });

  it('should let edges follow its name', () => {
    const renamed = withNode(nodes, 0, node({ node: 'compile' }));
    expect(renamed.find((each) => each.node === 'ok')?.after).toEqual([{ from: 'compile', on: 'success' }]);
  });

  it('should take its edges away with it', () => {
    const left = withNode(nodes, 1, null);
    expect(left.find((each) => each.node === 'ship')?.after).toEqual([]);
  });
});

describe(nodeNameOf.name, () => {
  it.each([
    ['Deploy to Production!', 'deploy-to-production'],
    ['2 Tests', 'tests'],
    ['build', 'build-2'],
    ['ビルド', ''],
  ])('should make of "%s" "%s"', (text, name) => {
    expect(nodeNameOf(text, ['build'])).toBe(name);
  });
});

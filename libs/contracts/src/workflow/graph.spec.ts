import { describe, expect, it } from '@jest/globals';
import { faultsOf } from '../testing/faults-of.js';
import { ancestorsOf, descendantsOf, graphOrder } from './graph-order.js';
import { MAX_EDGES, MAX_EXPRESSIONS, MAX_NODES, WorkflowGraph } from './graph.js';

const task = (node: string) => ({ kind: 'template', node, template_id: 1 });
const condition = (node: string, expression: string) => ({ kind: 'condition', node, expression });
const of = { name: 'of', expression: '1' };
const ok = { kind: 'approval', node: 'ok', role: 'manager' };
const edge = (from: string, to: string, on = 'success') => ({ from, to, on });
const faults = (nodes: readonly object[], edges: readonly object[] = []): string[] =>
  faultsOf(WorkflowGraph, { nodes, edges });

describe('a graph as it is sent', () => {
  it('should have defaults for what is absent', () => {
    expect(WorkflowGraph.parse({ nodes: [task('build'), ok] })).toEqual({
      nodes: [
        { kind: 'template', node: 'build', name: '', join: 'all', template_id: 1, environment: null, variables: [] },
        {
          kind: 'approval',
          node: 'ok',
          name: '',
          join: 'all',
          role: 'manager',
          user_ids: [],
          four_eyes: false,
          reason_required: false,
          approvals_needed: 1,
          deadline_minutes: null,
        },
      ],
      edges: [],
    });
  });

  it.each([
    ['a loop', [task('a'), task('b')], [edge('a', 'b'), edge('b', 'a')], 'edges graph_loop'],
    ['an edge to itself', [task('a')], [edge('a', 'a')], 'edges graph_loop'],
    ['an unknown end', [task('a')], [edge('a', 'b')], 'edges.0.to node_unknown'],
    ['an unknown beginning', [task('a')], [edge('b', 'a')], 'edges.0.from node_unknown'],
    ['a node twice', [task('a'), task('a')], [], 'nodes.1.node node_taken'],
    ['an edge twice', [task('a'), task('b')], [edge('a', 'b'), edge('a', 'b')], 'edges.1 duplicates'],
    ['an edge of a note', [task('a'), { kind: 'note', node: 'n' }], [edge('a', 'n')], 'edges.0.to edge_of_note'],
    ['notes alone', [{ kind: 'note', node: 'n', text: 'x' }], [], 'nodes graph_idle'],
    ['an approval of nobody', [{ kind: 'approval', node: 'ok' }], [], 'nodes.0.role approvers_none'],
    [
      'fewer named people than are needed',
      [{ kind: 'approval', node: 'ok', user_ids: [7, 7], approvals_needed: 2 }],
      [],
      'nodes.0.approvals_needed approvers_few',
    ],
    ['an approval that needs nobody', [{ ...ok, approvals_needed: 0 }], [], 'nodes.0.approvals_needed at_least'],
    ['an approval that needs eleven', [{ ...ok, approvals_needed: 11 }], [], 'nodes.0.approvals_needed at_most'],
    ['no time to decide', [{ ...ok, deadline_minutes: 0 }], [], 'nodes.0.deadline_minutes at_least'],
    ['a deadline beyond 30 days', [{ ...ok, deadline_minutes: 43_201 }], [], 'nodes.0.deadline_minutes at_most'],
    ['a delay of nothing', [{ kind: 'delay', node: 'rest', delay_minutes: 0 }], [], 'nodes.0.delay_minutes at_least'],
    ['a delay without a time', [{ kind: 'delay', node: 'rest' }], [], 'nodes.0.delay_minutes required'],
    ['a condition without one', [{ kind: 'condition', node: 'a' }], [], 'nodes.0.expression required'],
    ['a long expression', [condition('a', '1'.repeat(1_001))], [], 'nodes.0.expression too_long'],
    ['a variable twice', [{ ...task('a'), variables: [of, of] }], [], 'nodes.0.variables duplicates'],
    [
      'a name of no variable',
      [{ ...task('a'), variables: [{ ...of, name: 'a b' }] }],
      [],
      'nodes.0.variables.0.name variable_name',
    ],
    ['another word', [task('A b')], [], 'nodes.0.node node_id'],
  ])('should be refused with %s', (_, nodes, edges, fault) => {
    expect(faults(nodes, edges)).toContain(fault);
  });

  it('should take named people who are enough, and a role whatever it needs', () => {
    const needs = { kind: 'approval', node: 'ok', approvals_needed: 2 };
    expect(faults([{ ...needs, user_ids: [7, 8] }])).toEqual([]);
    expect(faults([{ ...needs, role: 'owner', user_ids: [7] }])).toEqual([]);
  });

  it('should be bounded', () => {
    const nodes = Array.from({ length: MAX_NODES + 1 }, (_, i) => task(`n${i}`));
    expect(faults(nodes)).toEqual(['nodes too_many']);
    const conditions = Array.from({ length: MAX_EXPRESSIONS + 1 }, (_, i) => condition(`n${i}`, 'true'));
    expect(faults(conditions)).toEqual(['nodes expressions_many']);
    const edges = Array.from({ length: MAX_EDGES + 1 }, (_, i) => edge('n0', `n${1 + (i % 200)}`));
    expect(faults(nodes.slice(1), edges)).toEqual(['edges too_many']);
  });
});

describe(graphOrder.name, () => {
  const graph = {
    nodes: ['d', 'c', 'b', 'a'].map((node) => ({ node })),
    edges: [edge('a', 'b'), edge('b', 'c'), edge('a', 'd')],
  };

  it('should put each node behind all that lead to it', () => {
    const { order, looped } = graphOrder(graph);
    expect(looped).toEqual([]);
    expect(graph.edges.every(({ from, to }) => order.indexOf(from) < order.indexOf(to))).toBe(true);
  });

  it('should name what has no such order', () => {
    expect(graphOrder({ ...graph, edges: [...graph.edges, edge('c', 'b')] })).toEqual({
      order: ['a', 'd'],
      looped: ['c', 'b'],
    });
  });

  it('should know what is before and behind a node', () => {
    expect([...ancestorsOf(graph, 'c')].toSorted()).toEqual(['a', 'b']);
    expect([...descendantsOf(graph, ['a'])].toSorted()).toEqual(['b', 'c', 'd']);
  });
});

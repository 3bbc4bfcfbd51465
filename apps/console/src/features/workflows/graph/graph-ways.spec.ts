import { describe, expect, it } from '@jest/globals';
import { type GraphEdge, NodeRun, WorkflowGraph, WorkflowRunDetails } from '@switchyard/contracts';
import { rowOf } from '../../../components/testing/row-of.js';
import { layoutOf } from './graph-layout.js';
import { firstView, isClosed, longestPath, pathOf } from './graph-ways.js';

const time = (minutes: number): string => new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString();
const state = (node: string, status: NodeRun['status'], from = 0, to = 0): NodeRun =>
  rowOf(NodeRun, { node, status, started: time(from), ended: time(to) });
const edge = (from: string, to: string, on: GraphEdge['on'] = 'success'): GraphEdge => ({ from, to, on });

describe(isClosed.name, () => {
  const closed = (status: NodeRun['status']) =>
    (['success', 'failure', 'always'] as const).filter((on) =>
      isClosed(edge('a', 'b', on), new Map([['a', state('a', status)]])),
    );

  it('should say which ways a node has left behind it', () => {
    expect(closed('success')).toEqual(['failure']);
    expect(closed('failed')).toEqual(['success']);
    expect(closed('stopped')).toEqual(['success']);
    expect(closed('skipped')).toEqual(['success', 'failure', 'always']);
    expect(closed('running')).toEqual([]);
  });
});

describe(longestPath.name, () => {
  const nodes = ['a', 'quick', 'slow', 'z'].map((node) => ({ kind: 'template', node, template_id: 1 }));
  const edges = [edge('a', 'quick'), edge('a', 'slow'), edge('quick', 'z'), edge('slow', 'z')];
  const graph = WorkflowGraph.parse({ nodes, edges });
  const states = [
    state('a', 'success', 0, 1),
    state('quick', 'success', 1, 2),
    state('slow', 'success', 1, 6),
    state('z', 'success', 6, 7),
  ];
  const run = (members: Partial<WorkflowRunDetails>) =>
    rowOf(WorkflowRunDetails, { ended: time(7), graph, nodes: states, ...members });

  it('should be the chain that took the longest', () => {
    const { nodes: on, edges: ways, ms } = longestPath(run({}));
    expect([...on].toSorted()).toEqual(['a', 'slow', 'z']);
    expect([...ways].toSorted()).toEqual(['a success slow', 'slow success z']);
    expect(ms).toBe(7 * 60_000);
  });

  it('should follow no way that the run did not take', () => {
    const failed = states.map((each) => (each.node === 'slow' ? state('slow', 'failed', 1, 6) : each));
    expect([...longestPath(run({ nodes: failed })).nodes].toSorted()).toEqual(['a', 'slow']);
  });

  it('should be empty while the run goes on, and of a node alone', () => {
    expect(longestPath(run({ ended: null })).nodes.size).toBe(0);
    expect(longestPath(run({ graph: { ...graph, edges: [] } })).nodes.size).toBe(0);
  });
});

describe(firstView.name, () => {
  const chain = (length: number) => {
    const names = Array.from({ length }, (_, at) => `n${at}`);
    return layoutOf({
      nodes: names.map((node) => ({ node, kind: 'template' })),
      edges: names.slice(1).map((name, at) => edge(`n${at}`, name)),
    });
  };

  it('should show a small graph whole, in the middle, and no larger than it is', () => {
    const graph = chain(2);
    expect(firstView({ width: 1_000, height: 400 }, graph)).toEqual({
      zoom: 1,
      x: (1_000 - graph.width) / 2,
      y: (400 - graph.height) / 2,
    });
  });

  it('should show the top left of one that could not be read whole', () => {
    expect(firstView({ width: 1_000, height: 400 }, chain(50))).toMatchObject({ x: 24, zoom: 0.96 });
    const wide = layoutOf({
      nodes: Array.from({ length: 50 }, (_, at) => ({ node: `n${at}`, kind: 'template' })),
      edges: [],
    });
    expect(firstView({ width: 1_000, height: 400 }, wide)).toMatchObject({ y: 24, zoom: 0.96 });
  });
});

describe(pathOf.name, () => {
  it('should go through the lanes from end to end', () => {
    const { path, middle } = pathOf({ x: 0, y: 0 }, { x: 500, y: 0 }, [{ x: 150, y: 80 }], 200);
    expect(path).toMatch(/^M0 0C.* 150 80H350C.* 500 0$/);
    expect(middle).toEqual({ x: 425, y: 40 });
  });
});

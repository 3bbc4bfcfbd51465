import { describe, expect, it } from '@jest/globals';
import { EDGE_CONDITIONS, type NodeStatus, WorkflowGraph } from '@switchyard/contracts';
import { advance } from './advance.js';

const node = (id: string, join: 'all' | 'any' = 'all') => ({ kind: 'template', node: id, join, template_id: 1 });
const edge = (from: string, to: string, on: (typeof EDGE_CONDITIONS)[number] = 'success') => ({ from, to, on });
const graphOf = (nodes: readonly object[], edges: readonly object[]): WorkflowGraph =>
  WorkflowGraph.parse({ nodes, edges });
const after = (graph: WorkflowGraph, statuses: Readonly<Record<string, NodeStatus>>) =>
  advance(graph, new Map(Object.entries(statuses)));

describe(advance.name, () => {
  const line = graphOf(
    [node('build'), node('deploy'), node('rescue'), node('report')],
    [edge('build', 'deploy'), edge('build', 'rescue', 'failure'), edge('deploy', 'report', 'always')],
  );

  it('should begin at the nodes that nothing leads to, and wait for those that are under way', () => {
    expect(after(line, {})).toEqual({ starts: ['build'], skips: [], end: null });
    expect(after(line, { build: 'running' })).toEqual({ starts: [], skips: [], end: null });
  });

  it('should follow a success, and skip what a failure would have started', () => {
    expect(after(line, { build: 'success' })).toEqual({ starts: ['deploy'], skips: ['rescue'], end: null });
  });

  it('should follow a failure, and skip all behind what it skips, also where that always follows', () => {
    expect(after(line, { build: 'failed' })).toEqual({ starts: ['rescue'], skips: ['deploy', 'report'], end: null });
  });

  it('should end well where each failure has somebody who handles it, and badly otherwise', () => {
    const rescued = { build: 'failed', rescue: 'success', deploy: 'skipped', report: 'skipped' } as const;
    expect(after(line, rescued).end).toBe('success');
    expect(after(line, { ...rescued, rescue: 'failed' }).end).toBe('failed');
    const reported = { build: 'success', rescue: 'skipped', deploy: 'failed', report: 'success' } as const;
    expect(after(line, reported).end).toBe('failed');
  });

  it.each([
    ['all', 'success', 'success', 'start'],
    ['all', 'success', 'running', 'wait'],
    ['all', 'failed', 'running', 'skip'],
    ['all', 'success', 'failed', 'skip'],
    ['any', 'success', 'running', 'start'],
    ['any', 'failed', 'running', 'wait'],
    ['any', 'failed', 'success', 'start'],
    ['any', 'failed', 'skipped', 'skip'],
  ] as const)('should join %s of %s and %s: %s', (join, a, b, becomes) => {
    const graph = graphOf([node('a'), node('b'), node('c', join)], [edge('a', 'c'), edge('b', 'c')]);
    const { starts, skips } = after(graph, { a, b });
    expect([starts.includes('c'), skips.includes('c')]).toEqual([becomes === 'start', becomes === 'skip']);
  });

  it('should follow a condition by what it decides, and nothing but always where it cannot', () => {
    const asks = { kind: 'condition', node: 'asks', expression: 'true' };
    const ways = [edge('asks', 'yes'), edge('asks', 'no', 'failure'), edge('asks', 'after', 'always')];
    const graph = graphOf([asks, node('yes'), node('no'), node('after')], ways);
    expect(after(graph, { asks: 'success' })).toEqual({ starts: ['yes', 'after'], skips: ['no'], end: null });
    expect(after(graph, { asks: 'unmet' })).toEqual({ starts: ['no', 'after'], skips: ['yes'], end: null });
    expect(after(graph, { asks: 'failed' })).toEqual({ starts: ['after'], skips: ['yes', 'no'], end: null });
    const ended = { yes: 'skipped', no: 'skipped', after: 'success' } as const;
    expect(after(graph, { ...ended, asks: 'unmet' }).end).toBe('success');
    expect(after(graph, { ...ended, asks: 'failed' }).end).toBe('failed');
  });

  it('should take two edges of one parent for one', () => {
    const graph = graphOf([node('a'), node('b')], [edge('a', 'b'), edge('a', 'b', 'failure')]);
    expect(after(graph, { a: 'failed' }).starts).toEqual(['b']);
  });
});

/** Numbers that are the same in every run (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/** A graph whose edges lead from earlier nodes to later ones, in an order of nodes that says nothing of it. */
function randomGraph(next: (below: number) => number): WorkflowGraph {
  const count = 1 + next(14);
  const ids = Array.from({ length: count }, (_, i) => `n${i}`);
  const edges = ids.flatMap((to, i) =>
    ids.slice(0, i).flatMap((from) => (next(4) === 0 ? [edge(from, to, EDGE_CONDITIONS[next(3)])] : [])),
  );
  const nodes = ids.map((id) => node(id, next(2) === 0 ? 'all' : 'any')).toSorted(() => next(3) - 1);
  return graphOf(nodes, edges);
}

/** What a node waits for, said once more: by its parents, edge by edge. */
function shouldRun(graph: WorkflowGraph, ends: ReadonlyMap<string, NodeStatus>, id: string): boolean {
  const found = graph.nodes.find((each) => each.node === id);
  const parents = [...new Set(graph.edges.filter(({ to }) => to === id).map(({ from }) => from))];
  const lets = (parent: string): boolean =>
    graph.edges.some(({ from, to, on }) => {
      const end = ends.get(parent);
      const fits = on === 'always' || (on === 'success' ? end === 'success' : end === 'failed');
      return from === parent && to === id && end !== 'skipped' && fits;
    });
  const isAny = found?.kind === 'template' && found.join === 'any';
  return parents.length === 0 || (isAny ? parents.some(lets) : parents.every(lets));
}

describe('runs of generated graphs', () => {
  it.each(Array.from({ length: 20 }, (_, i) => i * 100))(
    'should end, with each node started once or skipped, whatever ends first (from seed %i)',
    (first) => {
      for (let seed = first; seed < first + 100; seed++) {
        const next = numbers(seed);
        const graph = randomGraph(next);
        const statuses = new Map<string, NodeStatus>();
        const started: string[] = [];
        let end: string | null = null;
        for (let step = 0; end === null; step++) {
          expect(step).toBeLessThanOrEqual(graph.nodes.length);
          const does = advance(graph, statuses);
          does.starts.forEach((id) => statuses.set(id, 'running'));
          does.skips.forEach((id) => statuses.set(id, 'skipped'));
          started.push(...does.starts);
          expect(advance(graph, statuses)).toEqual({ starts: [], skips: [], end: does.end });
          const living = [...statuses].flatMap(([id, status]) => (status === 'running' ? [id] : []));
          const ending = living[next(Math.max(living.length, 1))];
          if (ending !== undefined) {
            statuses.set(ending, next(3) === 0 ? 'failed' : 'success');
          }
          end = does.end;
        }
        expect(new Set(started).size).toBe(started.length);
        const wanted = graph.nodes.flatMap(({ node: id }) => (shouldRun(graph, statuses, id) ? [id] : []));
        expect(started.toSorted()).toEqual(wanted.toSorted());
      }
    },
  );
});

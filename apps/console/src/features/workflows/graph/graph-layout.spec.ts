import { describe, expect, it } from '@jest/globals';
import type { GraphEdge, GraphNode } from '@switchyard/contracts';
import { CARD, edgeKey, type GraphLayout, layoutOf } from './graph-layout.js';

const steps = (...names: string[]) => names.map((node) => ({ node, kind: 'template' as GraphNode['kind'] }));
const edge = (from: string, to: string, on: GraphEdge['on'] = 'success'): GraphEdge => ({ from, to, on });
const placeOf = ({ places }: GraphLayout, node: string) => places.get(node) ?? { x: Number.NaN, y: Number.NaN };

/** Names of cards that lie over each other. */
function overlaps({ places }: GraphLayout): string[] {
  const cards = [...places];
  return cards.flatMap(([one, at], index) =>
    cards
      .slice(index + 1)
      .filter(([, { x, y }]) => Math.abs(x - at.x) < CARD.width && Math.abs(y - at.y) < CARD.height)
      .map(([other]) => `${one} ${other}`),
  );
}

describe(layoutOf.name, () => {
  it('should put each node to the right of all that lead to it', () => {
    const edges = [edge('a', 'b'), edge('b', 'd'), edge('a', 'd', 'always'), edge('c', 'd')];
    const layout = layoutOf({ nodes: steps('d', 'c', 'b', 'a'), edges });
    for (const { from, to } of edges) {
      expect(placeOf(layout, to).x).toBeGreaterThanOrEqual(placeOf(layout, from).x + CARD.width);
    }
    expect(overlaps(layout)).toEqual([]);
  });

  it('should draw a chain as a straight line, and both sides of a fork evenly', () => {
    const edges = [edge('a', 'b'), edge('b', 'left'), edge('b', 'right'), edge('left', 'end'), edge('right', 'end')];
    const layout = layoutOf({ nodes: steps('a', 'b', 'left', 'right', 'end'), edges });
    const [a, b, left, right, end] = ['a', 'b', 'left', 'right', 'end'].map((node) => placeOf(layout, node).y);
    expect([b, end]).toEqual([a, a]);
    expect(Number(left) + Number(right)).toBe(2 * Number(a));
  });

  it('should keep cards out of the way of an edge that passes their column', () => {
    const long = edge('a', 'c', 'failure');
    const layout = layoutOf({ nodes: steps('a', 'b', 'c'), edges: [edge('a', 'b'), edge('b', 'c'), long] });
    const lanes = layout.lanes.get(edgeKey(long)) ?? [];
    const { x, y } = placeOf(layout, 'b');
    expect(lanes.map((lane) => lane.x)).toEqual([x]);
    expect(lanes.every((lane) => lane.y < y || lane.y > y + CARD.height)).toBe(true);
  });

  it('should uncross what can be uncrossed', () => {
    const edges = [edge('a', 'y'), edge('b', 'x')];
    const layout = layoutOf({ nodes: steps('a', 'b', 'x', 'y'), edges });
    expect(placeOf(layout, 'a').y < placeOf(layout, 'b').y).toBe(placeOf(layout, 'y').y < placeOf(layout, 'x').y);
  });

  it('should put notes below all others', () => {
    const nodes = [...steps('a'), { node: 'why', kind: 'note' as const }];
    const layout = layoutOf({ nodes, edges: [] });
    expect(placeOf(layout, 'why').y).toBeGreaterThanOrEqual(placeOf(layout, 'a').y + CARD.height);
    expect(layout.height).toBe(placeOf(layout, 'why').y + CARD.height);
  });

  it('should draw a loop that a form may have', () => {
    const layout = layoutOf({ nodes: steps('a', 'b', 'c'), edges: [edge('a', 'b'), edge('b', 'c'), edge('c', 'b')] });
    expect([...layout.places.keys()].toSorted()).toEqual(['a', 'b', 'c']);
    expect(overlaps(layout)).toEqual([]);
  });

  it('should lay out the largest graph without cards over each other', () => {
    const names = Array.from({ length: 300 }, (_, at) => `n${at}`);
    const edges = names.flatMap((name, at) =>
      [3, 7, 31].flatMap((step) => (at >= step ? [edge(`n${at - step}`, name, 'always')] : [])),
    );
    expect(overlaps(layoutOf({ nodes: steps(...names), edges }))).toEqual([]);
  });
});

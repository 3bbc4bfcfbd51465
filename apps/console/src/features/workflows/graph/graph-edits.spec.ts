import { describe, expect, it } from '@jest/globals';
import { freshNode, type NodeValues } from '../workflow-values.js';
import { canConnect, connected, edgesIn, withEdge } from './graph-edits.js';

const node = (name: string, ...after: NodeValues['after']): NodeValues => ({ ...freshNode, node: name, after });
const a = node('a');
const b = node('b', { from: 'a', on: 'success' });
const c = node('c');
const note: NodeValues = { ...freshNode, kind: 'note', node: 'why' };
const nodes = [a, b, c, note];

describe('a graph in a form', () => {
  it('should start a node after another one, and stand behind it', () => {
    const after = connected([c, a, b], 'b', 'c');
    expect(after.map((each) => each.node)).toEqual(['a', 'b', 'c']);
    expect(edgesIn(after)).toContainEqual({ from: 'b', to: 'c', on: 'success' });
  });

  it('should take the next condition where one is there', () => {
    const twice = connected(nodes, 'a', 'b');
    expect(edgesIn(twice).map(({ on }) => on)).toEqual(['success', 'failure']);
    const full = connected(twice, 'a', 'b');
    expect(canConnect(full, 'a', 'b')).toBe(false);
    expect(connected(full, 'a', 'b')).toEqual(full);
  });

  it('should make no loop, and connect no note', () => {
    expect(canConnect(nodes, 'b', 'a')).toBe(false);
    expect(canConnect(nodes, 'a', 'a')).toBe(false);
    expect(canConnect(nodes, 'a', 'why')).toBe(false);
    expect(canConnect(nodes, 'why', 'a')).toBe(false);
    expect(connected(nodes, 'b', 'a')).toEqual(nodes);
  });

  it('should change the condition of an edge, and take it away', () => {
    const edge = { from: 'a', to: 'b', on: 'success' } as const;
    expect(edgesIn(withEdge(nodes, edge, 'always'))).toEqual([{ ...edge, on: 'always' }]);
    expect(edgesIn(withEdge(nodes, edge, 'success'))).toEqual([edge]);
    expect(edgesIn(withEdge(nodes, edge, null))).toEqual([]);
  });

  it('should make one of two edges that become equal', () => {
    const both = [a, node('b', { from: 'a', on: 'success' }, { from: 'a', on: 'failure' })];
    const edge = { from: 'a', to: 'b', on: 'success' } as const;
    expect(edgesIn(withEdge(both, edge, 'failure'))).toEqual([{ ...edge, on: 'failure' }]);
  });
});

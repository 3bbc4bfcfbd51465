import { descendantsOf, EDGE_CONDITIONS, type GraphEdge } from '@switchyard/contracts';
import { type NodeValues, withNode } from '../workflow-values.js';

/** What a form of nodes connects. */
export const edgesIn = (nodes: readonly NodeValues[]): GraphEdge[] =>
  nodes.flatMap(({ node: to, kind, after }) =>
    kind === 'note' ? [] : after.filter(({ from }) => from !== '').map(({ from, on }) => ({ from, to, on })),
  );

const freeOf = (nodes: readonly NodeValues[], from: string, to: string) => {
  const taken = nodes.find(({ node }) => node === to)?.after.filter((each) => each.from === from) ?? [];
  return EDGE_CONDITIONS.find((on) => taken.every((each) => each.on !== on));
};

/** Whether one node may start after another one: neither is a note, no loop comes of it, and a condition is free. */
export function canConnect(nodes: readonly NodeValues[], from: string, to: string): boolean {
  const isStep = (name: string) => nodes.some(({ node, kind }) => node === name && kind !== 'note');
  return (
    from !== to &&
    isStep(from) &&
    isStep(to) &&
    !descendantsOf({ edges: edgesIn(nodes) }, [to]).has(from) &&
    freeOf(nodes, from, to) !== undefined
  );
}

/** Starts a node after another one, on success if nothing else is there, and does nothing where that is not allowed. */
export function connected(nodes: readonly NodeValues[], from: string, to: string): NodeValues[] {
  const on = freeOf(nodes, from, to);
  return on === undefined || !canConnect(nodes, from, to)
    ? [...nodes]
    : changed(nodes, to, (after) => [...after, { from, on }]);
}

/** Gives an edge another condition, or takes it away. Two equal ones become one. */
export function withEdge(nodes: readonly NodeValues[], edge: GraphEdge, on: GraphEdge['on'] | null): NodeValues[] {
  const { from } = edge;
  const isIt = (each: NodeValues['after'][number], condition: GraphEdge['on'] | null) =>
    each.from === from && each.on === condition;
  return changed(nodes, edge.to, (after) =>
    after.flatMap((each) => {
      if (!isIt(each, edge.on)) {
        return [each];
      }
      const isThere = on === null || (on !== edge.on && after.some((other) => isIt(other, on)));
      return isThere ? [] : [{ from, on }];
    }),
  );
}

function changed(
  nodes: readonly NodeValues[],
  name: string,
  change: (after: NodeValues['after']) => NodeValues['after'],
): NodeValues[] {
  const at = nodes.findIndex(({ node }) => node === name);
  const node = nodes[at];
  return node ? withNode(nodes, at, { ...node, after: change(node.after) }) : [...nodes];
}

/** What connects the nodes of a graph. */
interface Connections {
  nodes: readonly { readonly node: string }[];
  edges: readonly { readonly from: string; readonly to: string }[];
}

/**
 * The nodes, each behind all that lead to it, and those that no such order has: they are in a loop, or behind one. Edges of
 * unknown nodes count for nothing.
 */
export function graphOrder({ nodes, edges }: Connections): { order: string[]; looped: string[] } {
  const open = new Map(nodes.map(({ node }) => [node, 0]));
  const known = edges.filter(({ from, to }) => open.has(from) && open.has(to));
  const children = childrenOf(known);
  known.forEach(({ to }) => open.set(to, (open.get(to) ?? 0) + 1));
  const order = [...open].flatMap(([id, parents]) => (parents === 0 ? [id] : []));
  for (const id of order) {
    for (const child of children.get(id) ?? []) {
      const left = (open.get(child) ?? 0) - 1;
      open.set(child, left);
      if (left === 0) {
        order.push(child);
      }
    }
  }
  const placed = new Set(order);
  return { order, looped: [...open.keys()].filter((id) => !placed.has(id)) };
}

/** All that lead to a node, directly or not. */
export function ancestorsOf({ edges }: Pick<Connections, 'edges'>, id: string): ReadonlySet<string> {
  return reached(childrenOf(edges.map(({ from, to }) => ({ from: to, to: from }))), [id]);
}

/** All that some nodes lead to, directly or not. */
export function descendantsOf({ edges }: Pick<Connections, 'edges'>, ids: readonly string[]): ReadonlySet<string> {
  return reached(childrenOf(edges), ids);
}

function childrenOf(edges: Connections['edges']): ReadonlyMap<string, readonly string[]> {
  const children = new Map<string, string[]>();
  for (const { from, to } of edges) {
    const known = children.get(from) ?? [];
    known.push(to);
    children.set(from, known);
  }
  return children;
}

function reached(children: ReadonlyMap<string, readonly string[]>, from: readonly string[]): Set<string> {
  const found = new Set<string>();
  const open = [...from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const child of children.get(id) ?? []) {
      if (!found.has(child)) {
        found.add(child);
        open.push(child);
      }
    }
  }
  return found;
}

import { graphOrder, type NodeStatus, type GraphEdge, type WorkflowGraph, type GraphNode } from '@switchyard/contracts';

/** What is to happen in a run. */
export interface Advance {
  /** Nodes to start, each behind all that lead to it. */
  starts: string[];
  /** Nodes that nothing can start any more. */
  skips: string[];
  /** How the run ends; `null` = it goes on. */
  end: 'success' | 'failed' | null;
}

/** A node that does something. */
export type Runnable = Exclude<GraphNode, { kind: 'note' }>;

/**
 * What follows from where the nodes of a run stand. A node is started or skipped only while it is pending, so that writing what is
 * answered, and calling again, starts none twice. A run ends when no node is pending or under way. It has failed when a
 * node failed that no edge on failure leads away from.
 * @param statuses by node; a node without one is pending
 */
export function advance(graph: WorkflowGraph, statuses: ReadonlyMap<string, NodeStatus>): Advance {
  const present = new Map(statuses);
  const statusOf = (id: string): NodeStatus => present.get(id) ?? 'pending';
  const nodes = runnable(graph);
  const edgesTo = grouped(graph.edges, 'to');
  const starts: string[] = [];
  const skips: string[] = [];
  for (const id of graphOrder(graph).order) {
    const node = nodes.get(id);
    const next = node && statusOf(id) === 'pending' ? entry(node.join, edgesTo.get(id) ?? [], statusOf) : 'open';
    if (next === 'start') {
      starts.push(id);
      present.set(id, 'running');
    } else if (next === 'skip') {
      skips.push(id);
      present.set(id, 'skipped');
    }
  }
  const isOver = [...nodes.keys()].every((id) => !LIVING.has(statusOf(id)));
  return { starts, skips, end: isOver ? endOf(graph, statusOf) : null };
}

/** The nodes that do something, by name. */
export const runnable = ({ nodes }: WorkflowGraph): Map<string, Runnable> =>
  new Map(nodes.flatMap((node) => (node.kind === 'note' ? [] : [[node.node, node] as const])));

const LIVING: ReadonlySet<NodeStatus> = new Set<NodeStatus>(['pending', 'running', 'waiting']);

function grouped(edges: readonly GraphEdge[], by: 'from' | 'to'): Map<string, GraphEdge[]> {
  const groups = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    groups.set(edge[by], [...(groups.get(edge[by]) ?? []), edge]);
  }
  return groups;
}

type StatusOf = (id: string) => NodeStatus;

/** Whether a pending node may start now, never, or later. Edges of one parent are one: either lets it in. */
function entry(join: Runnable['join'], edges: readonly GraphEdge[], statusOf: StatusOf): 'start' | 'skip' | 'open' {
  const parents = [...grouped(edges, 'from')].map(([from, all]) => {
    const ways = all.map(({ on }) => passage(on, statusOf(from)));
    return ways.find((way) => way === 'start') ?? ways.find((way) => way === 'open') ?? 'skip';
  });
  const all = (way: string): boolean => parents.every((each) => each === way);
  if (all('start')) {
    return 'start';
  }
  const decided = join === 'any' ? 'start' : 'skip';
  if (parents.includes(decided)) {
    return decided;
  }
  return all('skip') ? 'skip' : 'open';
}

/** Whether an edge lets its child start; one of a parent that was skipped or stopped never does. */
function passage(on: GraphEdge['on'], parent: NodeStatus): 'start' | 'skip' | 'open' {
  if (LIVING.has(parent)) {
    return 'open';
  }
  const isFollowed =
    parent === on || (parent === 'failed' && on === 'failure') || (HAS_RUN.has(parent) && on === 'always');
  return isFollowed ? 'start' : 'skip';
}

const HAS_RUN: ReadonlySet<NodeStatus> = new Set<NodeStatus>(['success', 'failed']);

function endOf({ nodes, edges }: WorkflowGraph, statusOf: StatusOf): 'success' | 'failed' {
  const handled = new Set(edges.flatMap(({ from, on }) => (on === 'failure' ? [from] : [])));
  return nodes.some(({ node }) => statusOf(node) === 'failed' && !handled.has(node)) ? 'failed' : 'success';
}

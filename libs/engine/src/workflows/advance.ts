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
 * node failed that no edge on failure leads away from, or a condition that could not be decided.
 * @param statuses by node; a node without one is pending
 */
export function advance(graph: WorkflowGraph, statuses: ReadonlyMap<string, NodeStatus>): Advance {
  const present = new Map(statuses);
  const statusOf = (id: string): NodeStatus => present.get(id) ?? 'pending';
  const nodes = runnable(graph);
  const edgesTo = grouped(graph.edges, 'to');
  const isCondition = (id: string): boolean => nodes.get(id)?.kind === 'condition';
  const lets = ({ from, on }: GraphEdge): Passage => passage(on, statusOf(from), isCondition(from));
  const starts: string[] = [];
  const skips: string[] = [];
  for (const id of graphOrder(graph).order) {
    const node = nodes.get(id);
    const next = node && statusOf(id) === 'pending' ? entry(node.join, edgesTo.get(id) ?? [], lets) : 'open';
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
type Passage = 'start' | 'skip' | 'open';

/** Whether a pending node may start now, never, or later. Edges of one parent are one: either lets it in. */
function entry(join: Runnable['join'], edges: readonly GraphEdge[], lets: (edge: GraphEdge) => Passage): Passage {
  const parents = [...grouped(edges, 'from').values()].map((all) => {
    const ways = all.map(lets);
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

/**
 * Whether an edge lets its child start; one of a parent that was skipped or stopped never does. Of a condition, an edge on failure is
 * for what is false, not for what could not be decided.
 */
function passage(on: GraphEdge['on'], parent: NodeStatus, isCondition: boolean): Passage {
  if (LIVING.has(parent)) {
    return 'open';
  }
  const failure = isCondition ? 'unmet' : 'failed';
  const isFollowed =
    parent === on || (parent === failure && on === 'failure') || (HAS_RUN.has(parent) && on === 'always');
  return isFollowed ? 'start' : 'skip';
}

const HAS_RUN: ReadonlySet<NodeStatus> = new Set<NodeStatus>(['success', 'unmet', 'failed']);

function endOf({ nodes, edges }: WorkflowGraph, statusOf: StatusOf): 'success' | 'failed' {
  const handled = new Set(edges.flatMap(({ from, on }) => (on === 'failure' ? [from] : [])));
  const isHandled = ({ node, kind }: GraphNode): boolean => kind !== 'condition' && handled.has(node);
  return nodes.some((each) => statusOf(each.node) === 'failed' && !isHandled(each)) ? 'failed' : 'success';
}

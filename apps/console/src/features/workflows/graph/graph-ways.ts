import { type GraphEdge, graphOrder, type NodeRun, type WorkflowRunDetails } from '@switchyard/contracts';
import { elapsedMs } from '../../../lib/duration-text.js';
import { edgeKey, type GraphLayout, leadsOf, type Point } from './graph-layout.js';

type States = ReadonlyMap<string, NodeRun>;

const OVER: readonly NodeRun['status'][] = ['success', 'failed', 'skipped', 'stopped'];

/** Whether the parent of an edge has ended in another way than the edge asks for. */
export function isClosed({ from, on }: GraphEdge, states: States): boolean {
  const status = states.get(from)?.status;
  if (status === undefined || !OVER.includes(status)) {
    return false;
  }
  const hasFailed = status === 'failed' || status === 'stopped';
  return status === 'skipped' || (on === 'success' && hasFailed) || (on === 'failure' && !hasFailed);
}

interface LongestPath {
  nodes: ReadonlySet<string>;
  /** Keys of the edges between them. */
  edges: ReadonlySet<string>;
  ms: number;
}

const none: LongestPath = { nodes: new Set(), edges: new Set(), ms: 0 };

/** Of an ended run, the chain of nodes that took the longest together; empty when it is no chain or the run goes on. */
export function longestPath(run: WorkflowRunDetails): LongestPath {
  if (run.ended === null) {
    return none;
  }
  const states = new Map(run.nodes.map((state) => [state.node, state]));
  const leads = leadsOf(run.graph.edges.filter((edge) => !isClosed(edge, states)));
  const paths = new Map<string, { ms: number; lead: GraphEdge | undefined }>();
  for (const node of graphOrder(run.graph).order) {
    const state = states.get(node);
    const own = elapsedMs(state?.started, state?.ended, Date.parse(run.ended)) ?? 0;
    const msOf = ({ from }: GraphEdge): number => paths.get(from)?.ms ?? 0;
    const lead = leads.get(node)?.reduce((one, other) => (msOf(other) > msOf(one) ? other : one));
    paths.set(node, { ms: own + (lead ? msOf(lead) : 0), lead });
  }
  const [last, longest] = [...paths].reduce<[string, { ms: number }]>(
    (one, other) => (other[1].ms > one[1].ms ? other : one),
    ['', { ms: 0 }],
  );
  const edges: GraphEdge[] = [];
  for (let lead = paths.get(last)?.lead; lead; lead = paths.get(lead.from)?.lead) {
    edges.push(lead);
  }
  const nodes = new Set([last, ...edges.map(({ from }) => from)]);
  return edges.length === 0 ? none : { nodes, edges: new Set(edges.map(edgeKey)), ms: longest.ms };
}

const MARGIN = 24;
/** Below this the 12 px of a card are less than the 11.5 px that can be read. */
const LEAST_ZOOM = 0.96;

/** What is seen first: all of the graph in the middle where that can be read, else its top left. @param box pixels on screen */
export function firstView(box: { width: number; height: number }, graph: GraphLayout): Point & { zoom: number } {
  const fits = Math.min((box.width - 2 * MARGIN) / graph.width, (box.height - 2 * MARGIN) / graph.height);
  const zoom = Math.min(1, Math.max(LEAST_ZOOM, fits));
  const begin = (room: number): number => (room < 2 * MARGIN ? MARGIN : room / 2);
  return { zoom, x: begin(box.width - graph.width * zoom), y: begin(box.height - graph.height * zoom) };
}

/** Path of an edge through its lanes, and the middle of its last bend. @param width of a lane */
export function pathOf(
  from: Point,
  to: Point,
  lanes: readonly Point[],
  width: number,
): { path: string; middle: Point } {
  let path = `M${from.x} ${from.y}`;
  let at = from;
  const bendTo = (point: Point): void => {
    const bend = Math.max(24, Math.abs(point.x - at.x) / 2);
    path += `C${at.x + bend} ${at.y} ${point.x - bend} ${point.y} ${point.x} ${point.y}`;
    at = point;
  };
  for (const lane of lanes) {
    bendTo(lane);
    at = { x: lane.x + width, y: lane.y };
    path += `H${at.x}`;
  }
  const middle = { x: (at.x + to.x) / 2, y: (at.y + to.y) / 2 };
  bendTo(to);
  return { path, middle };
}

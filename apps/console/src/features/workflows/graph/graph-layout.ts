import { type GraphEdge, type GraphNode, graphOrder } from '@switchyard/contracts';

/** Pixels of a card at full size. */
export const CARD = { width: 208, height: 80 } as const;
const COLUMN_GAP = 104;
const ROW_GAP = 24;
/** Height that an edge takes where it passes a column. */
const LANE_HEIGHT = 12;
/** How often columns are put in order by their neighbours; more changes little. */
const SWEEPS = 4;

export interface Point {
  x: number;
  y: number;
}

export interface GraphLayout {
  width: number;
  height: number;
  /** Top left corners of the cards. */
  places: ReadonlyMap<string, Point>;
  /** Where an edge passes the columns between its ends, by {@link edgeKey}: the left end of each lane, which is as wide as a card. */
  lanes: ReadonlyMap<string, readonly Point[]>;
}

interface Drawn {
  nodes: readonly Pick<GraphNode, 'node' | 'kind'>[];
  edges: readonly GraphEdge[];
}

/** A card or a lane in its column, with what it is next to on both sides. */
interface Slot {
  /** Of a card. */
  node?: string;
  half: number;
  /** Of its middle. */
  y: number;
  before: Slot[];
  behind: Slot[];
}

type Column = Slot[];

/** Edges by the node that they lead to. */
export function leadsOf(edges: readonly GraphEdge[]): ReadonlyMap<string, readonly GraphEdge[]> {
  const leads = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    const known = leads.get(edge.to) ?? [];
    known.push(edge);
    leads.set(edge.to, known);
  }
  return leads;
}

export const edgeKey = ({ from, on, to }: GraphEdge): string => `${from} ${on} ${to}`;

/**
 * Columns from left to right, each node behind all that lead to it; edges that pass a column have a lane of their own there. Notes
 * stand below. Nodes in a loop are drawn too.
 */
export function layoutOf({ nodes, edges }: Drawn): GraphLayout {
  const steps = nodes.filter(({ kind }) => kind !== 'note');
  const { columns, lanes } = columnsOf(steps, edges);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    columns.forEach((column) => sortBy(column, 'before'));
    columns.toReversed().forEach((column) => sortBy(column, 'behind'));
  }
  columns.forEach((column) => sortBy(column, 'before'));
  columns.forEach((column) => settle(column, () => 0));
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    columns.forEach((column) => settle(column, ({ before, y }) => meanOf(before) ?? y));
    columns
      .toReversed()
      .forEach((column) => settle(column, ({ before, behind, y }) => meanOf([...before, ...behind]) ?? y));
  }
  // What has one way before it stands straight behind it.
  columns.forEach((column) => settle(column, ({ before, y }) => meanOf(before) ?? y));
  return placed({ columns, lanes, notes: nodes.filter(({ kind }) => kind === 'note') });
}

/** Cards and lanes in their columns, in the order of the graph. */
function columnsOf(
  nodes: Drawn['nodes'],
  edges: readonly GraphEdge[],
): { columns: Column[]; lanes: Map<string, Slot[]> } {
  const { order, looped } = graphOrder({ nodes, edges });
  const depths = new Map<string, number>();
  const parents = leadsOf(edges);
  const columns: Column[] = [];
  const slots = new Map<string, Slot>();
  const add = (depth: number, slot: Pick<Slot, 'node' | 'half'>): Slot => {
    const added = { ...slot, y: 0, before: [], behind: [] };
    (columns[depth] ??= []).push(added);
    return added;
  };
  for (const node of [...order, ...looped]) {
    const depth = Math.max(-1, ...(parents.get(node) ?? []).map(({ from }) => depths.get(from) ?? -1)) + 1;
    depths.set(node, depth);
    slots.set(node, add(depth, { node, half: CARD.height / 2 }));
  }
  const lanes = new Map<string, Slot[]>();
  for (const edge of edges) {
    const [from, to] = [slots.get(edge.from), slots.get(edge.to)];
    if (from && to) {
      const [first, last] = [(depths.get(edge.from) ?? 0) + 1, depths.get(edge.to) ?? 0];
      const own = Array.from({ length: Math.max(0, last - first) }, (_, at) =>
        add(first + at, { half: LANE_HEIGHT / 2 }),
      );
      lanes.set(edgeKey(edge), own);
      if (first <= last) {
        link([from, ...own, to]);
      }
    }
  }
  return { columns, lanes };
}

function link(chain: readonly Slot[]): void {
  chain.slice(1).forEach((slot, at) => {
    const before = chain[at];
    if (before) {
      before.behind.push(slot);
      slot.before.push(before);
    }
  });
}

const meanOf = (slots: readonly Slot[]): number | undefined =>
  slots.length === 0 ? undefined : slots.reduce((sum, { y }) => sum + y, 0) / slots.length;

/** Orders a column by the middle of what it is next to on one side; `y` stands for the place in the column. */
function sortBy(column: Column, side: 'before' | 'behind'): void {
  const wanted = new Map(column.map((slot) => [slot, meanOf(slot[side]) ?? slot.y]));
  column.sort((one, other) => (wanted.get(one) ?? 0) - (wanted.get(other) ?? 0));
  column.forEach((slot, at) => {
    slot.y = at - column.length / 2;
  });
}

/** Moves a column as near to the wanted places as its order and its gaps allow: pools of those that would overlap share one mean. */
function settle(column: Column, wantedOf: (slot: Slot) => number): void {
  const offsets: number[] = [];
  column.forEach((slot, at) => {
    const above = column[at - 1];
    offsets.push(above ? (offsets[at - 1] ?? 0) + above.half + ROW_GAP + slot.half : 0);
  });
  const pools: { sum: number; count: number }[] = [];
  column.forEach((slot, at) => {
    let pool = { sum: wantedOf(slot) - (offsets[at] ?? 0), count: 1 };
    for (let last = pools.at(-1); last && last.sum / last.count > pool.sum / pool.count; last = pools.at(-1)) {
      pool = { sum: pool.sum + last.sum, count: pool.count + last.count };
      pools.pop();
    }
    pools.push(pool);
  });
  const starts = pools.flatMap(({ sum, count }) => Array<number>(count).fill(sum / count));
  column.forEach((slot, at) => {
    slot.y = (starts[at] ?? 0) + (offsets[at] ?? 0);
  });
}

function placed(of: { columns: Column[]; lanes: ReadonlyMap<string, Slot[]>; notes: Drawn['nodes'] }): GraphLayout {
  const all = of.columns.flat();
  const top = Math.min(0, ...all.map(({ y, half }) => y - half));
  const bottom = Math.max(top, ...all.map(({ y, half }) => y + half));
  const xOf = (column: number): number => column * (CARD.width + COLUMN_GAP);
  const places = new Map<string, Point>();
  const depths = new Map<Slot, number>();
  of.columns.forEach((column, depth) => {
    column.forEach((slot) => {
      depths.set(slot, depth);
      if (slot.node !== undefined) {
        places.set(slot.node, { x: xOf(depth), y: Math.round(slot.y - slot.half - top) });
      }
    });
  });
  const wide = Math.max(of.columns.length, Math.min(of.notes.length, 3));
  const noteTop = all.length === 0 ? 0 : Math.round(bottom - top) + ROW_GAP;
  of.notes.forEach(({ node }, at) => {
    places.set(node, { x: xOf(at % wide), y: noteTop + Math.floor(at / wide) * (CARD.height + ROW_GAP) });
  });
  const lanePoint = (slot: Slot): Point => ({ x: xOf(depths.get(slot) ?? 0), y: Math.round(slot.y - top) });
  return {
    width: Math.max(0, ...[...places.values()].map(({ x }) => x + CARD.width)),
    height: Math.max(0, ...[...places.values()].map(({ y }) => y + CARD.height)),
    places,
    lanes: new Map([...of.lanes].map(([edge, slots]) => [edge, slots.map(lanePoint)])),
  };
}

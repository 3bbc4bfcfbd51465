import { MinusOutlined, PlusOutlined, ExpandOutlined } from '@ant-design/icons';
import {
  applyNodeChanges,
  type Connection,
  Handle,
  type Node,
  type NodeProps,
  type OnNodesChange,
  Panel,
  Position,
  ReactFlow,
  useReactFlow,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { createContext, type ReactNode, use, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../components/actions/icon-button.js';
import { usePrefersLessMotion } from '../../../lib/use-media-query.js';
import { type DrawnEdge, EdgeWay, type WayEdge } from './edge-way.js';
import { CARD, edgeKey, type GraphLayout } from './graph-layout.js';
import { firstView } from './graph-ways.js';
import './graph.css';

/** What the canvas may change. Places are never kept. */
interface GraphChanges {
  canConnect: (from: string, to: string) => boolean;
  onConnect: (from: string, to: string) => void;
}

export interface GraphCanvasProps {
  /** What a screen reader calls it. */
  label: string;
  layout: GraphLayout;
  edges: readonly DrawnEdge[];
  /** Draws the card of a node. The same function draws the same cards. */
  card: (node: string) => ReactNode;
  /** Nodes that nothing leads to or from. */
  notes: ReadonlySet<string>;
  /** Absent = nothing can be moved or connected. */
  changes?: GraphChanges;
  /** Words in a corner. */
  children?: ReactNode;
}

const Cards = createContext<GraphCanvasProps['card']>(() => null);

type CardNode = Node<{ isNote: boolean }, 'card'>;

function Card({ id, data, isConnectable }: NodeProps<CardNode>) {
  const card = use(Cards);
  return (
    <>
      {card(id)}
      {!data.isNote && (
        <>
          <Handle type="target" position={Position.Left} isConnectable={isConnectable} />
          <Handle type="source" position={Position.Right} isConnectable={isConnectable} />
        </>
      )}
    </>
  );
}

const nodeTypes = { card: Card };
const edgeTypes = { way: EdgeWay };
/** The words of the library are English; cards have names of their own. */
const silent = {
  'node.a11yDescription.default': '',
  'node.a11yDescription.keyboardDisabled': '',
  'edge.a11yDescription.default': '',
};
const handle = { y: CARD.height / 2, width: 1, height: 1 };
const handles = [
  { ...handle, type: 'target' as const, position: Position.Left, x: 0 },
  { ...handle, type: 'source' as const, position: Position.Right, x: CARD.width },
];

const nodesOf = ({ places }: GraphLayout, notes: ReadonlySet<string>): CardNode[] =>
  [...places].map(([id, position]) => ({
    id,
    position,
    type: 'card',
    data: { isNote: notes.has(id) },
    ...CARD,
    handles: notes.has(id) ? [] : handles,
    domAttributes: { 'aria-roledescription': undefined },
  }));

const edgesOf = (edges: readonly DrawnEdge[], { lanes }: GraphLayout): WayEdge[] =>
  edges.map((edge) => {
    const id = edgeKey(edge);
    const data = { edge, lanes: lanes.get(id) ?? [] };
    return { id, type: 'way', source: edge.from, target: edge.to, data, ariaRole: 'img', ariaLabel: edge.name };
  });

/** Nodes where they were laid out or dragged to; those that were dragged stay there until the canvas is closed. */
function useNodes(given: CardNode[]): { nodes: CardNode[]; onNodesChange: OnNodesChange<CardNode> } {
  const [state, setState] = useState({ given, nodes: given });
  const [moved, setMoved] = useState<ReadonlyMap<string, CardNode['position']>>(new Map());
  let { nodes } = state;
  if (state.given !== given) {
    nodes = given.map((node) => ({ ...node, position: moved.get(node.id) ?? node.position }));
    setState({ given, nodes });
  }
  return {
    nodes,
    onNodesChange: (changes) => {
      setState((now) => ({ ...now, nodes: applyNodeChanges(changes, now.nodes) }));
      const ended = changes.flatMap((change) =>
        change.type === 'position' && change.dragging === false && change.position
          ? [[change.id, change.position] as const]
          : [],
      );
      if (ended.length > 0) {
        setMoved((before) => new Map([...before, ...ended]));
      }
    },
  };
}

function Zoom() {
  const { t } = useTranslation();
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  const duration = usePrefersLessMotion() ? 0 : 150;
  return (
    <Panel position="top-right" className="wf-zoom">
      <IconButton
        size="small"
        label={t('workflow.zoomIn')}
        icon={<PlusOutlined aria-hidden />}
        onClick={() => void zoomIn({ duration })}
      />
      <IconButton
        size="small"
        label={t('workflow.zoomOut')}
        icon={<MinusOutlined aria-hidden />}
        onClick={() => void zoomOut({ duration })}
      />
      <IconButton
        size="small"
        label={t('workflow.showAll')}
        icon={<ExpandOutlined aria-hidden />}
        onClick={() => void fitView({ duration, maxZoom: 1 })}
      />
    </Panel>
  );
}

/** A graph that can be moved and zoomed. The wheel scrolls the page; with Ctrl or ⌘ it zooms. */
export function GraphCanvas({ label, layout, edges, card, notes, changes, children }: GraphCanvasProps) {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useMemo(() => nodesOf(layout, notes), [layout, notes]);
  const { nodes, onNodesChange } = useNodes(drawn);
  const ways = useMemo(() => edgesOf(edges, layout), [edges, layout]);
  const allowed = ({ source, target }: Pick<Connection, 'source' | 'target'>): boolean =>
    changes?.canConnect(source, target) ?? false;
  return (
    <Cards value={card}>
      <ReactFlow<CardNode, WayEdge>
        ref={box}
        aria-label={label}
        className="wf-canvas"
        nodes={nodes}
        edges={ways}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={onNodesChange}
        onInit={({ setViewport }) => {
          const { clientWidth: width = 0, clientHeight: height = 0 } = box.current ?? {};
          void setViewport(firstView({ width, height }, layout));
        }}
        nodesDraggable={changes !== undefined}
        nodesConnectable={changes !== undefined}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        nodeDragThreshold={4}
        connectOnClick={false}
        isValidConnection={allowed}
        onConnect={({ source, target }) => changes?.onConnect(source, target)}
        deleteKeyCode={null}
        minZoom={0.05}
        maxZoom={1.5}
        zoomOnScroll={false}
        zoomOnDoubleClick={false}
        preventScrolling={false}
        disableKeyboardA11y
        ariaLabelConfig={silent}
      >
        <Zoom />
        {children}
      </ReactFlow>
    </Cards>
  );
}

import { type GraphEdge, type Workflow, type WorkflowRunDetails } from '@switchyard/contracts';
import type { TFunction } from 'i18next';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { durationText } from '../../../lib/duration-text.js';
import { useLocale } from '../../../lib/use-locale.js';
import { type afterWords, edgeWords, nodeLabel } from '../node-words.js';
import type { DrawnEdge } from './edge-way.js';
import { PlainCard, RunCard } from './graph-cards.js';
import { GraphFrame } from './graph-frame.js';
import { edgeKey, layoutOf } from './graph-layout.js';
import { isClosed, longestPath } from './graph-ways.js';

type Graph = Pick<Workflow, 'nodes' | 'edges'>;

/** An edge with its words. That it is followed on success goes without saying. */
export function wordedEdge(edge: GraphEdge, nodes: Parameters<typeof afterWords>[1], t: TFunction): DrawnEdge {
  const known = (name: string) => nodes.find(({ node }) => node === name);
  const nameOf = (name: string): string => nodeLabel(known(name) ?? { node: name });
  const kind = known(edge.from)?.kind;
  const condition = edgeWords(edge.on, kind, t);
  const isPlain = edge.on === 'success' && kind !== 'condition';
  const name = `${condition}: ${nameOf(edge.from)} → ${nameOf(edge.to)}`;
  return { ...edge, name, ...(!isPlain && { label: condition }) };
}

function useGraph(graph: Graph) {
  const { nodes, edges } = graph;
  return useMemo(
    () => ({
      layout: layoutOf({ nodes, edges }),
      byName: new Map(nodes.map((node) => [node.node, node])),
      notes: new Set(nodes.flatMap(({ kind, node }) => (kind === 'note' ? [node] : []))),
    }),
    [nodes, edges],
  );
}

/** The graph of a workflow, to be looked at. */
export function WorkflowGraphView({ workflow }: { workflow: Graph }) {
  const { t } = useTranslation();
  const { layout, byName, notes } = useGraph(workflow);
  const { nodes, edges } = workflow;
  const drawn = useMemo(() => edges.map((edge) => wordedEdge(edge, nodes, t)), [edges, nodes, t]);
  const card = useCallback(
    (name: string) => {
      const node = byName.get(name);
      return node && <PlainCard node={node} />;
    },
    [byName],
  );
  return <GraphFrame layout={layout} notes={notes} edges={drawn} card={card} />;
}

interface RunGraphProps {
  run: WorkflowRunDetails;
  /** Shows a node in the list. */
  onShow: (node: string) => void;
}

/** The graph of a run with where its nodes stand, the ways that are closed, and in the end what took the longest. */
export function RunGraph({ run, onShow }: RunGraphProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { layout, byName, notes } = useGraph(run.graph);
  const { longest, states } = useMemo(
    () => ({ longest: longestPath(run), states: new Map(run.nodes.map((state) => [state.node, state])) }),
    [run],
  );
  const drawn = useMemo(
    () =>
      run.graph.edges.map((edge) => ({
        ...wordedEdge(edge, run.graph.nodes, t),
        isClosed: isClosed(edge, states),
        isStrong: longest.edges.has(edgeKey(edge)),
      })),
    [run, states, longest, t],
  );
  const card = useCallback(
    (name: string) => {
      const node = byName.get(name);
      return (
        node && <RunCard node={node} state={states.get(name)} isStrong={longest.nodes.has(name)} onShow={onShow} />
      );
    },
    [byName, states, longest, onShow],
  );
  const foot = longest.ms > 0 && <span>{t('workflow.longestPath', { time: durationText(longest.ms, locale) })}</span>;
  return <GraphFrame layout={layout} notes={notes} edges={drawn} card={card} foot={foot} />;
}

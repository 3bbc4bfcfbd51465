import { DisconnectOutlined } from '@ant-design/icons';
import { EDGE_CONDITIONS, type GraphEdge } from '@switchyard/contracts';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuItem } from '../../../components/actions/menu-item.js';
import { PopupMenu } from '../../../components/actions/popup-menu.js';
import { shown } from '../node-list.js';
import { edgeWords, nodeLabel } from '../node-words.js';
import { type NodeValues, withNode } from '../workflow-values.js';
import type { DrawnEdge } from './edge-way.js';
import { EditCard } from './graph-cards.js';
import { canConnect, connected, edgesIn, withEdge } from './graph-edits.js';
import { GraphFrame } from './graph-frame.js';
import { layoutOf } from './graph-layout.js';
import { wordedEdge } from './node-graphs.js';

interface EdgeMenuProps {
  edge: DrawnEdge;
  /** What a condition is called on this edge. */
  words: (on: GraphEdge['on']) => string;
  /** `null` = without the edge. */
  onChoose: (on: GraphEdge['on'] | null) => void;
}

/** The condition of an edge, which opens the others. */
function EdgeMenu({ edge, words, onChoose }: EdgeMenuProps) {
  const { t } = useTranslation();
  return (
    <PopupMenu
      placement="bottomLeft"
      width={180}
      label={edge.name}
      trigger={(props) => (
        <button type="button" className="wf-edge-button" aria-label={edge.name} {...props}>
          {words(edge.on)}
        </button>
      )}
    >
      {(close) => {
        const choose = (on: GraphEdge['on'] | null) => () => {
          close();
          onChoose(on);
        };
        return (
          <>
            {EDGE_CONDITIONS.map((on) => (
              <MenuItem key={on} kind="radio" checked={on === edge.on} onChoose={choose(on)}>
                {words(on)}
              </MenuItem>
            ))}
            <MenuItem onChoose={choose(null)}>
              <DisconnectOutlined aria-hidden /> {t('workflow.removeEdge')}
            </MenuItem>
          </>
        );
      }}
    </PopupMenu>
  );
}

interface GraphEditorProps {
  value: readonly NodeValues[];
  onChange: (value: NodeValues[]) => void;
  /** Opens the dialog of a node, by its place. */
  onEdit: (at: number) => void;
}

/** The nodes of a form as a graph: each change is one that the list could make. */
export function GraphEditor({ value, onChange, onEdit }: GraphEditorProps) {
  const { t } = useTranslation();
  const { layout, notes, edges } = useMemo(() => {
    const all = edgesIn(value);
    return {
      edges: all,
      layout: layoutOf({ nodes: value, edges: all }),
      notes: new Set(value.flatMap(({ kind, node }) => (kind === 'note' ? [node] : []))),
    };
  }, [value]);
  const drawn = useMemo(
    () =>
      edges.map((each) => {
        const edge = wordedEdge(each, value, t);
        const kind = value.find(({ node }) => node === each.from)?.kind;
        const menu = (
          <EdgeMenu
            edge={edge}
            words={(on) => edgeWords(on, kind, t)}
            onChoose={(on) => onChange(withEdge(value, each, on))}
          />
        );
        return { ...edge, label: menu };
      }),
    [edges, value, onChange, t],
  );
  const card = useCallback(
    (name: string) => {
      const at = value.findIndex(({ node }) => node === name);
      const node = value[at];
      return (
        node && (
          <EditCard
            label={nodeLabel(node)}
            node={shown(node)}
            onEdit={() => onEdit(at)}
            onDelete={() => onChange(withNode(value, at, null))}
          />
        )
      );
    },
    [value, onChange, onEdit],
  );
  const changes = {
    canConnect: (from: string, to: string) => canConnect(value, from, to),
    onConnect: (from: string, to: string) => onChange(connected(value, from, to)),
  };
  return (
    <GraphFrame
      layout={layout}
      notes={notes}
      edges={drawn}
      card={card}
      changes={changes}
      foot={<span>{t('workflow.graphHint')}</span>}
    />
  );
}

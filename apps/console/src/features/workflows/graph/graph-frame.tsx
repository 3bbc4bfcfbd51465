import { EDGE_CONDITIONS, type GraphEdge } from '@switchyard/contracts';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { late } from '../../../components/feedback/late.js';
import type { GraphCanvasProps } from './graph-canvas.js';
import './graph.css';

const GraphCanvas = late(async () => (await import('./graph-canvas.js')).GraphCanvas);

const HEIGHTS = { least: 208, most: 440, margin: 48 } as const;

/** What the lines mean, of the conditions that occur. */
function Legend({ edges }: { edges: readonly GraphEdge[] }) {
  const { t } = useTranslation();
  const used = EDGE_CONDITIONS.filter((condition) => edges.some(({ on }) => on === condition));
  return (
    <ul className="wf-legend">
      {used.map((on) => (
        <li key={on}>
          <svg width="28" height="8" className="wf-way" data-on={on} aria-hidden>
            <path className="react-flow__edge-path" d="M0 4H22" />
            <path className="wf-arrow" d="M21 0l7 4l-7 4z" />
          </svg>
          {t(`workflow.conditions.${on}`)}
        </li>
      ))}
    </ul>
  );
}

interface GraphFrameProps extends Omit<GraphCanvasProps, 'label'> {
  /** Beside the legend. */
  foot?: ReactNode;
}

/** A graph with its legend; the code of the canvas is loaded when it is first seen. */
export function GraphFrame({ foot, ...canvas }: GraphFrameProps) {
  const { t } = useTranslation();
  const { least, most, margin } = HEIGHTS;
  const height = canvas.changes ? most : Math.min(most, Math.max(least, canvas.layout.height + margin));
  return (
    <div className="wf-graph">
      <div style={{ height }}>
        <Suspense fallback={null}>
          <GraphCanvas {...canvas} label={t('workflow.graph')} />
        </Suspense>
      </div>
      <div className="wf-graph-foot">
        <Legend edges={canvas.edges} />
        {foot}
      </div>
    </div>
  );
}

import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import type { GraphEdge } from '@switchyard/contracts';
import type { ReactNode } from 'react';
import { CARD, type Point } from './graph-layout.js';
import { pathOf } from './graph-ways.js';

/** An edge as it is to be seen. */
export interface DrawnEdge extends GraphEdge {
  /** What a screen reader calls it. */
  name: string;
  /** Stands at its middle. */
  label?: ReactNode;
  /** The run cannot take it any more. */
  isClosed?: boolean;
  /** A part of the longest path. */
  isStrong?: boolean;
}

export type WayEdge = Edge<{ edge: DrawnEdge; lanes: readonly Point[] }, 'way'>;

/** Distance of the point of an arrow from its card. */
const ARROW = 7;

/** The line of an edge with its label: whole on success, dashed on failure, dotted always. */
export function EdgeWay({ sourceX, sourceY, targetX, targetY, data }: EdgeProps<WayEdge>) {
  if (!data) {
    return null;
  }
  const { edge, lanes } = data;
  const end = { x: targetX - ARROW, y: targetY };
  const [first, last] = [lanes[0], lanes.at(-1)];
  // A node that was dragged elsewhere leaves its lanes.
  const isThrough = first !== undefined && last !== undefined && sourceX < first.x && last.x + CARD.width < end.x;
  const { path, middle } = pathOf({ x: sourceX, y: sourceY }, end, isThrough ? lanes : [], CARD.width);
  const place = `translate(-50%, -50%) translate(${middle.x}px, ${middle.y}px)`;
  return (
    <g className="wf-way" data-on={edge.on} data-closed={edge.isClosed} data-strong={edge.isStrong}>
      <BaseEdge path={path} interactionWidth={0} />
      <path className="wf-arrow" d={`M${end.x} ${end.y - 4}l${ARROW} 4l${-ARROW} 4z`} />
      {edge.label !== undefined && (
        <EdgeLabelRenderer>
          <div
            className="wf-way-label nodrag nopan"
            data-on={edge.on}
            data-closed={edge.isClosed}
            style={{ transform: place }}
          >
            {edge.label}
          </div>
        </EdgeLabelRenderer>
      )}
    </g>
  );
}

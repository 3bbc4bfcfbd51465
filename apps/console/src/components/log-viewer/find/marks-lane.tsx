import { useMemo } from 'react';
import { marksOf } from './marks.js';
import { useObservable } from '../store/observable.js';
import type { PaneController } from '../pane/pane-controller.js';

interface MarksLaneProps {
  pane: PaneController;
  /** Lines, 0-based. */
  hits: readonly number[];
  errors: readonly number[];
}

/** Where hits and errors are in the whole log. */
export function MarksLane({ pane, hits, errors }: MarksLaneProps) {
  const { count } = useObservable(pane.view);
  const step = stepOf(count);
  const marks = useMemo(() => (step > 0 ? marksOf(pane.map, hits, errors) : []), [pane, hits, errors, step]);
  return (
    <div className="sy-log-lane" aria-hidden>
      {marks.map(({ at, kind }) => (
        <i key={at} className={`sy-log-mark-${kind}`} style={{ top: `${at * 100}%` }} />
      ))}
    </div>
  );
}

/** Changes when the log has grown by half a percent or so: the marks of a growing log need not move with every line. */
function stepOf(count: number): number {
  const grain = 2 ** Math.max(0, Math.floor(Math.log2(Math.max(1, count))) - 8);
  return Math.ceil(count / grain);
}

import { Suspense } from 'react';
import { DRAWN_WHOLE, firstRows, WHOLE, type DrawnPartProps } from './drawn-rows.js';
import { late } from '../feedback/late.js';

/** Most lists are short and never need it. */
const VisibleRows = late(async () => (await import('./visible-rows.js')).VisibleRows);

/** Draws a short list whole, and of a long one what is visible. */
export function DrawnPart(props: DrawnPartProps) {
  const { count, rowHeight, children } = props;
  return count <= DRAWN_WHOLE ? (
    children(WHOLE)
  ) : (
    <Suspense fallback={children(firstRows(count, rowHeight))}>
      <VisibleRows {...props} />
    </Suspense>
  );
}

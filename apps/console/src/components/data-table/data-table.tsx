import { useIsNarrow } from '../../lib/use-media-query.js';
import { LoadFailure } from '../feedback/load-failure.js';
import type { DataTableProps } from './data-table-props.js';
import { LoadingRows } from './loading-rows.js';
import { NarrowList } from './narrow-list.js';
import { WideTable } from './wide-table.js';

/** Every list of the console: loading, failed, empty, wide as a table, narrow as a list. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const narrow = useIsNarrow();
  const { rows, error, onRetry, empty } = props;
  if (rows === undefined) {
    return error === undefined ? <LoadingRows /> : <LoadFailure error={error} onRetry={onRetry} />;
  }
  if (rows.length === 0) {
    return empty;
  }
  return narrow ? <NarrowList {...props} rows={rows} /> : <WideTable {...props} rows={rows} />;
}

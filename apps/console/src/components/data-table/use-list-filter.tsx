import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { holdsText } from '../../lib/holds-text.js';
import { EmptyState } from '../feedback/empty-state.js';
import { FilterInput, useUrlFilter } from './url-filter.js';

/** Lists of so many rows have a text filter. */
const FILTERED = 8;

interface ListFilter<Row> {
  /** The rows that hold the text. */
  rows: Row[] | undefined;
  /** Field of the filter; `false` for a short list. */
  input: ReactNode;
  /** Content in the place of the table when rows are there, but none holds the text; otherwise `empty`. */
  nothing: (empty: ReactNode) => ReactNode;
}

/**
 * Filters a list that is here as a whole by a text of the address.
 * @param textsOf what of a row is searched
 */
export function useListFilter<Row>(
  all: Row[] | undefined,
  textsOf: (row: Row) => readonly (string | null | undefined)[],
): ListFilter<Row> {
  const { t } = useTranslation();
  const [text, setText] = useUrlFilter();
  const count = all?.length ?? 0;
  const isFiltered = count >= FILTERED || (count > 0 && text !== '');
  return {
    rows: isFiltered ? all?.filter((row) => holdsText(text, textsOf(row))) : all,
    input: isFiltered && <FilterInput label={t('filter.text')} value={text} onChange={setText} />,
    nothing: (empty) =>
      isFiltered ? (
        <EmptyState title={t('filter.nothingTitle')} text={t('filter.nothingText')}>
          <Button onClick={() => setText('')}>{t('filter.clear')}</Button>
        </EmptyState>
      ) : (
        empty
      ),
  };
}

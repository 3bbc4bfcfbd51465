import { type Key, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from './column.js';

/** Most rows that are chosen at a time. */
const MOST = 100;

interface SelectionOptions<Row> {
  keyOf: (row: Row) => Key;
  /** As people call the row. */
  nameOf: (row: Row) => string;
  /** Absent: every row can be chosen. */
  isOffered?: (row: Row) => boolean;
}

export interface Selection<Row> {
  /** The chosen rows, in the order of the list. */
  chosen: readonly Row[];
  /** Stands before the other columns. */
  column: Column<Row>;
  /** The check box of a list entry; nothing where the row cannot be chosen. */
  mark: (row: Row) => ReactNode;
  clear: () => void;
  /** Some row can be chosen. */
  isOffered: boolean;
  /** Something was chosen since the list is on screen. */
  isUsed: boolean;
}

interface CheckProps {
  label: string;
  checked: boolean;
  isPartly?: boolean;
  onChange: (checked: boolean) => void;
}

/** The browser's own check box, which costs the first load nothing. */
function Check({ label, checked, isPartly = false, onChange }: CheckProps) {
  return (
    <label className="sy-check">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(box) => {
          if (box) {
            box.indeterminate = isPartly;
          }
        }}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}

/** Rows of a list that people choose to do one thing with all of them; a row that leaves the list is not chosen any more. */
export function useSelection<Row>(
  rows: readonly Row[] | undefined,
  { keyOf, nameOf, isOffered = () => true }: SelectionOptions<Row>,
): Selection<Row> {
  const { t } = useTranslation();
  const [keys, setKeys] = useState<ReadonlySet<Key> | null>(null);
  const offered = (rows ?? []).filter(isOffered);
  const chosen = offered.filter((row) => keys?.has(keyOf(row)));
  const most = Math.min(offered.length, MOST);
  const choose = (row: Row, wanted: boolean): void => {
    const others = chosen.map(keyOf).filter((key) => key !== keyOf(row));
    setKeys(new Set(wanted ? [...others, keyOf(row)].slice(-MOST) : others));
  };
  const mark = (row: Row): ReactNode =>
    isOffered(row) ? (
      <Check
        label={t('bulk.select', { name: nameOf(row) })}
        checked={chosen.includes(row)}
        onChange={(wanted) => choose(row, wanted)}
      />
    ) : (
      // Its place beside rows that have one.
      most > 0 && <span className="sy-check" aria-hidden />
    );
  const all = most > 0 && (
    <Check
      label={t('bulk.selectAll')}
      checked={chosen.length >= most}
      isPartly={chosen.length > 0 && chosen.length < most}
      onChange={(wanted) => setKeys(new Set(wanted ? offered.slice(0, MOST).map(keyOf) : []))}
    />
  );
  return {
    chosen,
    column: { key: 'select', title: all, width: 44, className: 'sy-check-cell', render: mark },
    mark,
    clear: () => setKeys(new Set()),
    isOffered: most > 0,
    isUsed: keys !== null,
  };
}

import type { Anchor } from '../place.js';
import { filteredRows, foldedRows, type RowMap } from '../phases/fold-map.js';
import { Folds } from '../phases/folds.js';
import type { LogStore } from '../store/log-store.js';
import { visibleRows, type VisibleRow } from './pane-view.js';

const OVERSCAN = 33;
const FILTER_OVERSCAN = 6;

/** The lines that can be scrolled to: all but the folded ones, or only those that match. */
export class RowSpace {
  readonly folds = new Folds();
  #map: RowMap = foldedRows(0, []);
  #filter: readonly number[] | undefined;

  constructor(private readonly store: LogStore) {}

  get map(): RowMap {
    return this.#map;
  }

  /** Whether what is written next would be shown: the end is neither folded nor filtered away. */
  get showsEnd(): boolean {
    const { total } = this.store;
    return this.#filter === undefined && (total === 0 || this.#map.shows(total - 1));
  }

  /** Answers whether this changed what is shown. */
  setFilter(lines: readonly number[] | undefined): boolean {
    const changed = lines !== this.#filter;
    this.#filter = lines;
    return changed;
  }

  /** Takes over what the log holds now; answers where the line of an anchor is then. With `still` nothing folds by itself. */
  update(anchor: Anchor, still: boolean): Anchor {
    const { sections, groups, total } = this.store;
    const before = this.#map;
    this.folds.update(sections, still);
    this.#map = this.#filter
      ? filteredRows(this.#filter)
      : foldedRows(total, this.folds.hiddenWith(groups, sections, total));
    return carried(anchor, before, this.#map);
  }

  /** Whether the section or group with this heading is open. */
  isOpen(line: number): boolean {
    const group = this.store.groupAt(line);
    return group ? this.folds.isGroupOpen(group) : this.folds.isOpen(line);
  }

  rows(anchor: Anchor, viewport: number): VisibleRow[] {
    return visibleRows({
      store: this.store,
      map: this.#map,
      anchor,
      viewport,
      overscan: this.#filter ? FILTER_OVERSCAN : OVERSCAN,
      isOpen: (line) => this.isOpen(line),
    });
  }
}

function carried(anchor: Anchor, before: RowMap, now: RowMap): Anchor {
  const { row, off } = anchor;
  if (row < 0 || row >= before.count) {
    return anchor;
  }
  const line = before.lineOf(row);
  return { row: now.rowOf(line), off: now.shows(line) ? off : Math.min(0, off) };
}

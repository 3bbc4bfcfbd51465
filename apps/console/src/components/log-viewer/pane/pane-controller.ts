import { anchorAtThumb, place, spacerHeight, thumbOf, type Anchor, type Placement, type PlaceInput } from '../place.js';
import type { RowMap } from '../phases/fold-map.js';
import type { LogStore } from '../store/log-store.js';
import { Observable } from '../store/observable.js';
import { emptyView, sameRows, wantedLines, widestColumns, type PaneView } from './pane-view.js';
import { RowSpace } from './row-space.js';
import { moveSticky, stickyHeader } from '../phases/sticky.js';

const COUNTER_MS = 250;

/** A drawn line is cut here until the reader opens all of it. */
export const MAX_COLUMNS = 4_096;

export interface PaneElements {
  readonly scroller: HTMLElement;
  readonly spacer: HTMLElement;
  readonly pane: HTMLElement;
  readonly block: HTMLElement;
}

/**
 * Knows which row is at the top and nothing about pixels but those of the rows that are drawn. `refresh` returns what to draw, `settle`
 * (after it is drawn, before it is painted) measures, puts the block in its place and requests another pass when rows are missing.
 */
export class PaneController {
  readonly view = new Observable<PaneView>(emptyView);
  readonly space: RowSpace;
  #elements: PaneElements | undefined;
  #anchor: Anchor = { row: 0, off: 0 };
  #follow = true;
  #downward = true;
  #leftAt = 0;
  #top = 0;
  #thumbDue = false;
  #columns = 0;
  #counter: ReturnType<typeof setTimeout> | undefined;

  /** `beforeDraw` runs while the rows of the last view are still there. */
  constructor(
    private readonly store: LogStore,
    private readonly beforeDraw: () => void,
  ) {
    this.space = new RowSpace(store);
  }

  get map(): RowMap {
    return this.space.map;
  }

  get elements(): PaneElements | undefined {
    return this.#elements;
  }

  /** The line at the top of the pane, 0-based. */
  get topLine(): number {
    return this.map.lineOf(this.#anchor.row);
  }

  attach(elements: PaneElements): () => void {
    this.#elements = elements;
    const stop = this.store.state.subscribe(() => this.#storeChanged());
    this.refresh();
    return () => {
      stop();
      clearTimeout(this.#counter);
      this.#elements = undefined;
    };
  }

  /** Puts the keyboard on the lines; the ring shows when the reader then goes there by key. */
  focus(): void {
    this.#elements?.scroller.focus({ focusVisible: false, preventScroll: true });
  }

  /** The reader scrolled by hand; `held` when the pointer drags the thumb, which then gives a place and not a distance. */
  scrolled(held: boolean): void {
    const scroller = this.#elements?.scroller;
    if (!scroller) {
      return;
    }
    const distance = scroller.scrollTop - this.#top;
    if (Math.abs(distance) < 0.5) {
      return;
    }
    this.#top = scroller.scrollTop;
    const max = scroller.scrollHeight - scroller.clientHeight;
    if (distance < 0 && this.#top >= max - 1) {
      // No reader moves up and is at the end: the room to scroll has shrunk.
      return;
    }
    this.#leave(distance > 0);
    if (held) {
      this.#anchor = anchorAtThumb(this.#top, max, scroller.clientHeight, this.map.count);
    } else {
      this.#anchor = { row: this.#anchor.row, off: this.#anchor.off + distance };
    }
    this.#thumbDue = !held && (this.#top <= 0 || this.#top >= max - 1);
    this.refresh();
  }

  /** Puts the thumb where the text is. */
  syncThumb(): void {
    this.#thumbDue = true;
    this.refresh();
  }

  toStart(): void {
    this.#leave(false);
    this.#jump({ row: 0, off: 0 });
  }

  toEnd(): void {
    this.#follow = true;
    this.#downward = true;
    this.#jump({ row: this.map.count, off: 0 });
  }

  /** Shows a line (0-based) a third below the top, opening the section that hides it. Does not move when `calm` and it is in sight. */
  toLine(line: number, calm = false): void {
    this.space.folds.reveal(this.store.sections, line, this.store.groups);
    this.#anchor = this.space.update(this.#anchor, true);
    if (calm && this.#inSight(line)) {
      return this.refresh();
    }
    this.#leave(false);
    this.#jump({ row: this.map.rowOf(line), off: -Math.round(this.#viewport / 3) });
  }

  /** Folds or opens a section and keeps its header where it is on the screen, `y` pixels under the top of the pane. */
  toggle(headerLine: number, y: number): void {
    this.space.folds.set(headerLine, !this.space.isOpen(headerLine));
    this.#leave(false);
    this.#columns = 0;
    this.#anchor = this.space.update(this.#anchor, true);
    this.#jump({ row: this.map.rowOf(headerLine), off: -Math.max(0, y) });
  }

  /** Stops following, for a reader who marks text. */
  hold(): void {
    if (!this.#follow) {
      return;
    }
    this.#leave(false);
    this.refresh();
  }

  /** Shows only these lines, or all again. */
  filter(lines: readonly number[] | undefined): void {
    if (this.space.setFilter(lines)) {
      this.#columns = 0;
      this.#thumbDue = true;
      this.refresh();
    }
  }

  resetColumns(): void {
    this.#columns = 0;
    this.refresh();
  }

  refresh(): void {
    clearTimeout(this.#counter);
    this.#counter = undefined;
    this.#anchor = this.space.update(this.#anchor, !this.#follow);
    if (this.#follow) {
      this.#anchor = { row: this.map.count, off: 0 };
    }
    const rows = this.space.rows(this.#anchor, this.#viewport);
    this.store.want(wantedLines(rows, this.map));
    const { store } = this;
    const behind = this.#follow ? 0 : store.total - this.#leftAt;
    const open = this.space.showsEnd ? store.openLine : undefined;
    this.#columns = widestColumns([...rows.map(({ record }) => record), open], this.#columns, MAX_COLUMNS);
    const ends = { count: this.map.count, open, total: store.total };
    const shared = { ...ends, follow: this.#follow, behind, columns: this.#columns };
    this.beforeDraw();
    this.view.set({ ...this.view.get(), ...shared, rows });
  }

  settle(): void {
    const elements = this.#elements;
    if (!elements) {
      return;
    }
    const { rows } = this.view.get();
    fitPane(elements);
    const input: PlaceInput = {
      from: rows[0]?.row ?? 0,
      tops: topsOf(elements.block, rows.length),
      anchor: this.#follow ? { row: this.map.count, off: 0 } : this.#anchor,
      viewport: this.#viewport,
      count: this.map.count,
    };
    const placed = place(input);
    this.#anchor = placed.anchor;
    elements.block.style.transform = `translateY(${-Math.round(placed.y)}px)`;
    this.#resizeSpacer(elements, input);
    this.#moveThumb(elements, input, placed);
    this.#updateView(input, placed);
    if (placed.outran) {
      this.refresh();
    }
  }

  get #viewport(): number {
    return this.#elements?.scroller.clientHeight ?? 0;
  }

  #leave(downward: boolean): void {
    if (this.#follow) {
      this.#leftAt = this.store.total;
    }
    this.#follow = false;
    this.#downward = downward;
  }

  #jump(anchor: Anchor): void {
    this.#anchor = anchor;
    this.#thumbDue = true;
    this.refresh();
  }

  #inSight(line: number): boolean {
    const drawn = this.#elements?.block.querySelector<HTMLElement>(`[data-line="${line}"]`);
    const pane = this.#elements?.pane.getBoundingClientRect();
    if (!drawn || !pane) {
      return false;
    }
    const box = drawn.getBoundingClientRect();
    return box.top >= pane.top + 34 && box.bottom <= pane.bottom - 60;
  }

  /** New lines below a reader who is elsewhere change only a number, so they are reported a few times a second. */
  #storeChanged(): void {
    const shown = this.view.get();
    this.#anchor = this.space.update(this.#anchor, !this.#follow);
    if (this.#follow || !sameRows(shown.rows, this.space.rows(this.#anchor, this.#viewport))) {
      this.refresh();
    } else {
      this.#counter ??= setTimeout(() => this.refresh(), COUNTER_MS);
    }
  }

  #resizeSpacer(elements: PaneElements, input: PlaceInput): void {
    const drawn = input.tops.length - 1;
    const height = `${spacerHeight(input.count, drawn, input.tops[drawn] ?? 0)}px`;
    if (elements.spacer.style.height === height) {
      return;
    }
    const before = elements.scroller.scrollTop;
    elements.spacer.style.height = height;
    this.#top += elements.scroller.scrollTop - before;
  }

  #moveThumb({ scroller }: PaneElements, input: PlaceInput, placed: Placement): void {
    const max = scroller.scrollHeight - scroller.clientHeight;
    const behind = placed.atEnd && scroller.scrollTop < max - 1;
    if (!behind && !this.#thumbDue) {
      return;
    }
    this.#thumbDue = false;
    scroller.scrollTop = placed.atEnd ? max : thumbOf(input, placed, max);
    this.#top = scroller.scrollTop;
  }

  #updateView(input: PlaceInput, placed: Placement): void {
    const follow = placed.atEnd && (this.#follow || this.#downward || placed.fits);
    if (this.#follow && !follow) {
      this.#leftAt = this.store.total;
    }
    this.#follow = follow;
    const header = stickyHeader(this.store.sections, this.map, placed, input);
    const view = this.view.get();
    if (view.follow !== follow || view.sticky !== header.line) {
      this.view.set({ ...view, follow, sticky: header.line, behind: follow ? 0 : view.behind });
    }
    if (this.#elements) {
      moveSticky(this.#elements.pane, header.shift);
    }
  }
}

/** The pane is as large as what the scrollbars leave; container units would count them in. */
function fitPane({ scroller, pane }: PaneElements): void {
  const [width, height] = [`${scroller.clientWidth}px`, `${scroller.clientHeight}px`];
  if (pane.style.width !== width || pane.style.height !== height) {
    Object.assign(pane.style, { width, height });
  }
}

function topsOf(block: HTMLElement, count: number): number[] {
  const tops: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const row = block.children[i];
    if (row instanceof HTMLElement) {
      tops.push(row.offsetTop);
    }
  }
  return [...tops, block.offsetHeight];
}

import { domPointOf, textPointOf, type TextPoint } from './selection-points.js';

export interface SelectedRange {
  readonly from: TextPoint;
  readonly to: TextPoint;
}

/**
 * The selection as lines and columns, because its rows leave the page when they are scrolled away. What the browser shows as selected is
 * projected anew on the drawn rows after every change of them.
 */
export class LogSelection {
  #anchor: TextPoint | undefined;
  #focus: TextPoint | undefined;
  #pressed = false;
  #fresh = false;

  constructor(
    private readonly block: () => HTMLElement | undefined,
    private readonly onSelect: () => void,
  ) {}

  /** Ends in the order of the log; undefined when nothing is selected. */
  get range(): SelectedRange | undefined {
    const [a, b] = [this.#anchor, this.#focus];
    if (!a || !b || (a.line === b.line && a.column === b.column)) {
      return undefined;
    }
    const forward = a.line < b.line || (a.line === b.line && a.column < b.column);
    return forward ? { from: a, to: b } : { from: b, to: a };
  }

  selectLines(first: number, last: number): void {
    this.#anchor = { line: first, column: 0 };
    this.#focus = { line: last, column: Number.MAX_SAFE_INTEGER };
    this.onSelect();
    this.project();
  }

  connect(): () => void {
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('selectionchange', () => this.#changed(), { signal });
    addEventListener('pointerdown', (event) => this.#press(event), { capture: true, signal });
    const release = (): void => {
      this.#pressed = false;
    };
    addEventListener('pointerup', release, { capture: true, signal });
    addEventListener('pointercancel', release, { capture: true, signal });
    return () => stop.abort();
  }

  project(): void {
    const block = this.block();
    const selection = getSelection();
    if (!block || !selection || !this.range || !this.#anchor || !this.#focus || !hasFocus(block)) {
      return;
    }
    const anchor = domPointOf(block, this.#anchor);
    const focus = domPointOf(block, this.#focus);
    if (!anchor || !focus) {
      return;
    }
    const kept =
      selection.anchorNode === anchor.node &&
      selection.anchorOffset === anchor.offset &&
      selection.focusNode === focus.node &&
      selection.focusOffset === focus.offset;
    if (!kept) {
      selection.setBaseAndExtent(anchor.node, anchor.offset, focus.node, focus.offset);
    }
  }

  /** Only while the pointer is down: other changes are our own projections, or rows that went away. */
  #changed(): void {
    const selection = getSelection();
    const block = this.block();
    if (!this.#pressed || !selection || !block?.contains(selection.focusNode)) {
      return;
    }
    const had = this.range !== undefined;
    if (this.#fresh) {
      this.#anchor = textPointOf(selection.anchorNode, selection.anchorOffset);
      this.#fresh = false;
    }
    this.#focus = textPointOf(selection.focusNode, selection.focusOffset) ?? this.#focus;
    if (!had && this.range) {
      this.onSelect();
    }
  }

  #press(event: PointerEvent): void {
    const inside = event.target instanceof Node && this.block()?.contains(event.target) === true;
    const own = event.target instanceof Element && event.target.closest('[role="log"]')?.contains(this.block() ?? null);
    if (event.button !== 0 || (own && !inside)) {
      return;
    }
    this.#pressed = inside;
    if (inside && event.shiftKey) {
      return;
    }
    this.#fresh = inside;
    this.#anchor = this.#focus = undefined;
  }
}

/** A selection set while somebody types elsewhere would take the caret away. */
function hasFocus(block: HTMLElement): boolean {
  const active = document.activeElement;
  return active === null || active === document.body || active.contains(block) || block.contains(active);
}

import { domPointOf, textPointOf, type DomPoint, type TextPoint } from './selection-points.js';

/** Pixels inside the pane's border at which a pointer outside of it is taken to be. */
const EDGE = 6;

export interface SelectedRange {
  readonly from: TextPoint;
  readonly to: TextPoint;
}

/**
 * The selection as lines and columns, because its rows leave the page when they are scrolled away. The browser's own selection
 * is set again on the drawn rows after every change of them.
 */
export class LogSelection {
  #anchor: TextPoint | undefined;
  #focus: TextPoint | undefined;
  #pressed = false;
  #fresh = false;
  #pointer = { x: 0, y: 0 };

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
    document.addEventListener('selectionchange', () => this.read(), { signal });
    addEventListener('pointerdown', (event) => this.#press(event), { capture: true, signal });
    addEventListener('pointermove', (event) => this.#move(event), { capture: true, signal });
    const release = (): void => {
      this.#pressed = false;
    };
    addEventListener('pointerup', release, { capture: true, signal });
    addEventListener('pointercancel', release, { capture: true, signal });
    return () => stop.abort();
  }

  /** Shows the selection on the rows that are drawn now. */
  project(): void {
    const block = this.block();
    const selection = getSelection();
    if (!block || !selection || !this.range || !this.#anchor || !this.#focus || !hasFocus(block)) {
      return;
    }
    const anchor = domPointOf(block, this.#anchor);
    const focus = domPointOf(block, this.#focus);
    if (anchor && focus && !isSelected(selection, anchor, focus)) {
      selection.setBaseAndExtent(anchor.node, anchor.offset, focus.node, focus.offset);
    }
  }

  /**
   * Takes over what the pointer selects. Must run before the rows change: the browser moves the selection while it scrolls and reports it
   * later. Without a pressed pointer a change is our own projection, or rows that went away.
   */
  read(): void {
    const selection = getSelection();
    const block = this.block();
    if (!this.#pressed || !selection || !block) {
      return;
    }
    const had = this.range !== undefined;
    const focus = this.#outside(block) ?? pointIn(block, selection.focusNode, selection.focusOffset);
    if (this.#fresh) {
      this.#anchor = pointIn(block, selection.anchorNode, selection.anchorOffset);
      this.#fresh = this.#anchor === undefined;
    }
    this.#focus = focus ?? this.#focus;
    if (!had && this.range) {
      this.onSelect();
    }
  }

  /** The text nearest to a pointer that has left the pane up- or downwards; undefined while it is inside. */
  #outside(block: HTMLElement): TextPoint | undefined {
    const box = block.parentElement?.getBoundingClientRect();
    if (!box || (this.#pointer.y >= box.top && this.#pointer.y <= box.bottom)) {
      return undefined;
    }
    const y = this.#pointer.y < box.top ? box.top + EDGE : box.bottom - EDGE;
    const x = Math.max(box.left + EDGE, Math.min(this.#pointer.x, box.right - EDGE));
    const caret = document.caretPositionFromPoint(x, y);
    return caret ? pointIn(block, caret.offsetNode, caret.offset) : undefined;
  }

  #move(event: PointerEvent): void {
    if (this.#pressed) {
      this.#pointer = { x: event.clientX, y: event.clientY };
    }
  }

  #press(event: PointerEvent): void {
    const inside = event.target instanceof Node && this.block()?.contains(event.target) === true;
    const own = event.target instanceof Element && event.target.closest('[role="log"]')?.contains(this.block() ?? null);
    if (event.button !== 0 || (own && !inside)) {
      return;
    }
    this.#pressed = inside;
    this.#pointer = { x: event.clientX, y: event.clientY };
    if (inside && event.shiftKey) {
      return;
    }
    this.#fresh = inside;
    this.#anchor = this.#focus = undefined;
  }
}

function pointIn(block: HTMLElement, node: Node | null, offset: number): TextPoint | undefined {
  return block.contains(node) ? textPointOf(node, offset) : undefined;
}

function isSelected(selection: Selection, anchor: DomPoint, focus: DomPoint): boolean {
  return (
    selection.anchorNode === anchor.node &&
    selection.anchorOffset === anchor.offset &&
    selection.focusNode === focus.node &&
    selection.focusOffset === focus.offset
  );
}

/** A selection set while somebody types elsewhere would take the caret away. */
function hasFocus(block: HTMLElement): boolean {
  const active = document.activeElement;
  return active === null || active === document.body || active.contains(block) || block.contains(active);
}

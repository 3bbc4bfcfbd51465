import type { Placement, PlaceInput } from '../place.js';
import type { RowMap } from './fold-map.js';
import { sectionIndexAt, type Section } from './sections.js';

/** Height of a section header, here and in the style sheet. */
const HEADER_HEIGHT = 30;

/** The header that stays at the top (-1 for none) and how many pixels the next one has pushed it away. */
export function stickyHeader(
  sections: readonly Section[],
  map: RowMap,
  placed: Placement,
  input: PlaceInput,
): { line: number; shift: number } {
  const top = map.lineOf(placed.anchor.row);
  const index = sectionIndexAt(sections, top);
  const section = sections[index];
  const inPlace = section?.line === top && placed.anchor.off <= 0;
  if (!section || inPlace || !map.shows(section.line)) {
    return { line: -1, shift: 0 };
  }
  const next = sections[index + 1];
  const nextTop = next ? input.tops[map.rowOf(next.line) - input.from] : undefined;
  const shift = nextTop === undefined ? 0 : Math.min(0, nextTop - placed.y - HEADER_HEIGHT);
  return { line: section.line, shift: Math.max(-HEADER_HEIGHT, shift) };
}

export function moveSticky(pane: HTMLElement, shift: number): void {
  pane.style.setProperty('--sy-log-sticky', `${shift}px`);
}

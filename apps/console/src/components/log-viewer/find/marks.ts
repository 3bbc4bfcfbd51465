import type { RowMap } from '../phases/fold-map.js';

/** A mark in the lane beside the lines; `at` is its place from 0 (top) to 1. */
export interface Mark {
  readonly at: number;
  readonly kind: 'hit' | 'error';
}

const SLOTS = 300;

/** Marks for lines (0-based), one for each slot of the lane; an error hides a hit in the same slot. */
export function marksOf(map: RowMap, hits: readonly number[], errors: readonly number[]): Mark[] {
  const slots = new Map<number, Mark>();
  const add = (lines: readonly number[], kind: Mark['kind']): void => {
    for (const line of lines) {
      const slot = Math.floor((map.rowOf(line) / Math.max(1, map.count)) * SLOTS);
      slots.set(slot, { at: slot / SLOTS, kind });
    }
  };
  add(hits, 'hit');
  add(errors, 'error');
  return [...slots.values()];
}

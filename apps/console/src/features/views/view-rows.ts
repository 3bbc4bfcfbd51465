import type { View, ViewPositions } from '@switchyard/contracts';
import { moved } from '../../lib/list-order.js';

/** A line of the edit dialog. */
export interface ViewRow {
  /** Negative: the server does not have it yet. */
  id: number;
  /** As the server has it; empty for a new one. */
  stored: string;
  /** Typed title; `null` = the line is inactive. */
  draft: string | null;
}

/** Titles that are being typed, by the id of the view; those of new views have negative ids. */
export type Drafts = ReadonlyMap<number, string>;

/** The lines of the dialog: the stored views in their order, then the new ones. */
export function viewRows(views: readonly View[], drafts: Drafts): ViewRow[] {
  const stored = views.map(({ id, title }) => ({ id, stored: title, draft: drafts.get(id) ?? null }));
  const fresh = [...drafts].filter(([id]) => id < 0).map(([id, draft]) => ({ id, stored: '', draft }));
  return [...stored, ...fresh];
}

/** An id for a new view that no other one has. */
export const nextTemporaryId = (drafts: Drafts): number => Math.min(0, ...drafts.keys()) - 1;

/** Position that puts a view behind all others. */
export const lastPosition = (views: readonly View[]): number =>
  Math.max(0, ...views.map(({ position }) => position)) + 1;

/** Positions after the view at `from` was moved to `to`: of those alone that change. */
export function positionsAfterMove(views: readonly View[], from: number, to: number): ViewPositions {
  const changed = moved(views, from, to)
    .map((view, index) => ({ view, position: index + 1 }))
    .filter(({ view, position }) => view.position !== position);
  return Object.fromEntries(changed.map(({ view, position }) => [String(view.id), position]));
}

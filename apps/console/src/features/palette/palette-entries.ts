import type { ReactNode } from 'react';
import { matchText, type Range } from './match-text.js';

/** In the order in which they are shown. */
export const paletteGroups = ['templates', 'tasks', 'actions', 'pages', 'resources', 'commits', 'projects'] as const;
export type PaletteGroup = (typeof paletteGroups)[number];

/** Something to jump to, or to do. */
export interface PaletteEntry {
  key: string;
  group: PaletteGroup;
  text: string;
  icon: ReactNode;
  /** Short facts at the right. */
  detail?: ReactNode;
  onOpen: () => void;
  /** Given: Ctrl+Enter runs it. */
  onRun?: (() => void) | undefined;
}

export interface FoundEntry extends PaletteEntry {
  ranges: readonly Range[];
}

export interface FoundGroup {
  group: PaletteGroup;
  entries: readonly FoundEntry[];
}

/** Most entries of a group that are shown; more words in the search find the others. */
const MOST = 5;
/** Groups that are shown before anything is typed. */
const ALWAYS_SHOWN: readonly PaletteGroup[] = ['tasks', 'pages', 'projects'];

/** The entries that fit the search, the best first, by group. */
export function foundGroups(entries: readonly PaletteEntry[], search: string): FoundGroup[] {
  const searched = search.trim() !== '';
  return paletteGroups
    .filter((group) => searched || ALWAYS_SHOWN.includes(group))
    .map((group) => ({ group, entries: foundIn(group, entries, search, searched && group !== 'pages' ? MOST : 12) }))
    .filter(({ entries: found }) => found.length > 0);
}

function foundIn(
  group: PaletteGroup,
  entries: readonly PaletteEntry[],
  search: string,
  most: number,
): readonly FoundEntry[] {
  return entries
    .filter((entry) => entry.group === group)
    .flatMap((entry) => {
      const match = matchText(entry.text, search);
      return match ? [{ rank: match.rank, found: { ...entry, ranges: match.ranges } }] : [];
    })
    .sort((one, other) => one.rank - other.rank)
    .slice(0, group === 'tasks' ? MOST : most)
    .map(({ found }) => found);
}

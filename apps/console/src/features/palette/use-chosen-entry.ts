import { useDeferredValue, useMemo, useState, type KeyboardEvent } from 'react';
import { foundGroups, type FoundEntry, type FoundGroup, type PaletteEntry } from './palette-entries.js';

const STEPS = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
]);

interface ChosenEntry {
  search: string;
  setSearch: (text: string) => void;
  groups: readonly FoundGroup[];
  /** Place of the chosen entry; -1 when nothing was found. */
  active: number;
  choose: (index: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * The search of the palette, what it finds and the entry that is chosen.
 * @param act called for the chosen entry by Enter, and by Ctrl+Enter with `run`
 * @param typed the text it begins with
 */
export function useChosenEntry(
  entries: readonly PaletteEntry[],
  act: (entry: FoundEntry, run: boolean) => void,
  typed: string,
): ChosenEntry {
  const [search, setSearch] = useState(typed);
  const [chosen, choose] = useState(0);
  const wanted = useDeferredValue(search);
  const groups = useMemo(() => foundGroups(entries, wanted), [entries, wanted]);
  const flat = groups.flatMap((group) => group.entries);
  const active = Math.min(chosen, flat.length - 1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS.get(event.key);
    const entry = flat[active];
    if (step !== undefined && entry) {
      event.preventDefault();
      choose((active + step + flat.length) % flat.length);
    } else if (event.key === 'Enter' && entry && !event.nativeEvent.isComposing) {
      event.preventDefault();
      act(entry, event.ctrlKey || event.metaKey);
    }
  };
  return {
    search,
    setSearch: (text) => {
      setSearch(text);
      choose(0);
    },
    groups,
    active,
    choose,
    onKeyDown,
  };
}

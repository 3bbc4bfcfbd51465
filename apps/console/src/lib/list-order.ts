/** The list with the entry at `from` standing at `to`; an index outside leaves the list alone. */
export function moved<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const entry = list[from];
  if (entry === undefined || to < 0 || to >= list.length) {
    return [...list];
  }
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), entry, ...rest.slice(to)];
}

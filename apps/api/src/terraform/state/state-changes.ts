/** How many resources a version differs in from the one before. */
export interface StateChanges {
  added: number;
  changed: number;
  removed: number;
}

/** @param before hashes by address; empty for the first version */
export function stateChanges(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): StateChanges {
  const kept = [...after.keys()].filter((address) => before.has(address));
  return {
    added: after.size - kept.length,
    changed: kept.filter((address) => before.get(address) !== after.get(address)).length,
    removed: before.size - kept.length,
  };
}

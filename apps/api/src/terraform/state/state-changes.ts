import { commonPart, hashesIn } from './resource-list.js';

/** How many resources a version differs in from the one before. */
export interface StateChanges {
  added: number;
  changed: number;
  removed: number;
}

/** Hashes of resources by their address. */
export type ResourceHashes = ReadonlyMap<string, string>;

/** Addresses of the resources that differ. @param before empty for the first version */
export function changedResources(before: ResourceHashes, after: ResourceHashes): Record<keyof StateChanges, string[]> {
  const kept = [...after.keys()].filter((address) => before.has(address));
  return {
    added: [...after.keys()].filter((address) => !before.has(address)),
    changed: kept.filter((address) => before.get(address) !== after.get(address)),
    removed: [...before.keys()].filter((address) => !after.has(address)),
  };
}

/**
 * @param before the `ResourceList` of the version before; empty for the first version
 * @param after that of the version
 */
export function stateChanges(before: Buffer, after: Buffer): StateChanges {
  const common = commonPart(before, after);
  const { added, changed, removed } = changedResources(hashesIn(before, common.before), hashesIn(after, common.after));
  return { added: added.length, changed: common.changed + changed.length, removed: removed.length };
}

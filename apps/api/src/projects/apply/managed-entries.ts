import { RESOURCES } from '../../definitions/all-resources.js';
import type { ManagedPlaces } from '../../resources/shared/managed-rows.repository.js';
import type { Findings } from '../backup/restore/findings.js';
import { goneRows, type ReadApply } from './apply-reader.js';
import { labelOf, type MergedEntry } from './merged-project.js';

type Planned = Pick<ReadApply, 'merged' | 'differences'>;

/** The entries whose rows are there and would change, each with its kind. */
export const changedEntries = ({ merged, differences }: Planned) =>
  RESOURCES.flatMap((kind) =>
    (merged.entries.get(kind) ?? []).flatMap((entry: MergedEntry, index) =>
      entry.current !== null && differences.changed.get(kind)?.has(index)
        ? [{ kind, entry, row: entry.current.row }]
        : [],
    ),
  );

/** Refuses to change or delete rows that a sync holds: each names its file beside the entry. */
export function refuseManaged(read: Planned, managed: ManagedPlaces, findings: Findings): void {
  for (const { kind, entry, row } of changedEntries(read)) {
    const place = managed.of(kind.noun, row.id);
    if (place !== null && entry.isGiven) {
      findings.refuse(entry.path, 'managed_by_file', { place });
    }
  }
  for (const { kind, row, entry } of goneRows(read.merged)) {
    const place = managed.of(kind.noun, row.id);
    if (place !== null) {
      findings.refuse([kind.backup.section, labelOf(kind, entry)], 'managed_by_file', { place });
    }
  }
}

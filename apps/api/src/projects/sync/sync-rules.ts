import {
  type BackupDocument,
  type Issue,
  MAX_SYNC_FAULTS,
  own,
  type SyncedFiles,
  type SyncFault,
  sentProblem,
} from '@switchyard/contracts';
import type { HeldSync } from '@switchyard/engine';
import { RESOURCES } from '../../definitions/all-resources.js';
import type { ManagedPlaces, ManagedRowAt } from '../../resources/shared/managed-rows.repository.js';
import { type ApplyRules, goneRows } from '../apply/apply-reader.js';
import { changedEntries } from '../apply/managed-entries.js';
import { labelOf } from '../apply/merged-project.js';
import type { Applied } from '../apply/project-apply.js';

type Path = readonly PropertyKey[];
/** `file:line:column` of the entries of each list. */
type PlaceLists = Readonly<Record<string, readonly string[]>>;

export const placeLists = ({ places }: SyncedFiles): PlaceLists =>
  Object.fromEntries(Object.entries(places).map(([section, text]) => [section, text?.split('\n') ?? []]));

/** Rules of a sync: it deletes what files held alone, and takes what people have made over at its first commit alone. */
export const syncRules = (
  sync: Pick<HeldSync, 'commit' | 'prune' | 'repositoryId'>,
  document: BackupDocument,
  managed: ManagedPlaces,
): ApplyRules => ({
  document,
  drops: ({ noun }, { id }) => sync.prune && managed.of(noun, id) !== null,
  permit: (read, findings) => {
    const taken = sync.commit === null ? [] : changedEntries(read).filter(({ entry }) => entry.isGiven);
    for (const { kind, entry, row } of taken) {
      if (managed.of(kind.noun, row.id) === null) {
        findings.refuse(entry.path, 'sync_conflict', { name: labelOf(kind, entry.entry) });
      }
    }
    for (const { kind, row, entry } of goneRows(read.merged)) {
      if (kind.noun === 'repository' && row.id === sync.repositoryId) {
        findings.refuse([kind.backup.section, labelOf(kind, entry)], 'sync_repository_kept');
      }
    }
  },
});

/** Rows that the files hold once they are applied. */
export const rowsOfFiles = ({ read, ids }: Applied, places: PlaceLists): ManagedRowAt[] =>
  RESOURCES.flatMap((kind) =>
    (read.merged.entries.get(kind) ?? []).flatMap(({ isGiven, current, path }, index) => {
      const id = current?.row.id ?? ids.get(kind.noun)?.[index];
      return isGiven && id !== undefined ? [{ noun: kind.noun, id, place: placeOf(path, places) }] : [];
    }),
  );

/** Faults of the files with their places. */
export const syncFaults = (issues: readonly Issue[], places: PlaceLists): SyncFault[] =>
  issues.slice(0, MAX_SYNC_FAULTS).map(({ path, code, params }) => {
    const place = placeOf(path, places);
    return {
      place,
      member: path.slice(place === '' ? 0 : 2).join('.'),
      problem: sentProblem({ code, params }),
    };
  });

/** Place of the entry in which a path lies; `''` = no file has it. */
function placeOf([section, index]: Path, places: PlaceLists): string {
  if (section === 'meta') {
    return places.project?.[0] ?? '';
  }
  return typeof index === 'number' ? (own(places, String(section))?.[index] ?? '') : '';
}

import { own } from '@switchyard/contracts';
import { RESOURCES } from '../../definitions/all-resources.js';
import type { OwnedRow } from '../../platform/database/owned-rows.repository.js';
import type { Kind } from '../backup/backup-members.js';
import type { RowEntry } from '../backup/project-entries.js';
import type { FileEntries, FileEntry } from '../backup/restore/file-entries.js';
import type { CurrentProject } from './current-project.js';

/** An entry of the project as it is to be. */
export interface MergedEntry extends FileEntry {
  /** The row that it changes or leaves alone; null = it is new. */
  current: RowEntry | null;
  /** Whether the files have it. */
  isGiven: boolean;
}

/** Whether a row goes that the files do not have. */
export type Drops = (kind: Kind, row: OwnedRow) => boolean;

/** The project as it should be, and the rows to remove. */
export interface MergedProject {
  entries: ReadonlyMap<Kind, readonly MergedEntry[]>;
  gone: ReadonlyMap<Kind, readonly RowEntry[]>;
}

/**
 * Entries of files in place of those of their names in the project. Several of one name, which kinds may have that nothing
 * refers to, are matched in their order.
 * @param drops whether a row that the files lack is gone
 */
export function mergedProject({ rows }: CurrentProject, given: FileEntries, drops: Drops): MergedProject {
  const entries = new Map<Kind, readonly MergedEntry[]>();
  const gone = new Map<Kind, readonly RowEntry[]>();
  for (const kind of RESOURCES) {
    const merged = mergedKind(kind, rows.get(kind) ?? [], given.get(kind.backup.section) ?? []);
    const isKept = ({ isGiven, current }: MergedEntry): boolean =>
      isGiven || current === null || !drops(kind, current.row);
    entries.set(kind, merged.filter(isKept));
    gone.set(
      kind,
      merged.flatMap((entry) => (isKept(entry) || !entry.current ? [] : [entry.current])),
    );
  }
  return { entries, gone };
}

function mergedKind(kind: Kind, rows: readonly RowEntry[], given: readonly FileEntry[]): MergedEntry[] {
  const waiting = new Map<string, FileEntry[]>();
  for (const each of given) {
    const identity = identityOf(kind, each.entry);
    waiting.set(identity, [...(waiting.get(identity) ?? []), each]);
  }
  const standing = rows.map((current): MergedEntry => {
    const found = waiting.get(identityOf(kind, current.entry))?.shift();
    const path = [kind.backup.section, labelOf(kind, current.entry)];
    return { path, entry: current.entry, ...found, current, isGiven: found !== undefined };
  });
  const left = new Set([...waiting.values()].flat());
  const fresh = given.filter((each) => left.has(each)).map((each) => ({ ...each, current: null, isGiven: true }));
  return [...standing, ...fresh];
}

/** By which an entry and a row are the same: the name, and of a schedule what it starts, as it need not have a name. */
const identityOf = (kind: Kind, entry: FileEntry['entry']): string =>
  JSON.stringify([
    labelOf(kind, entry),
    ...(kind.noun === 'schedule' ? [own(entry, 'template') ?? null, own(entry, 'workflow') ?? null] : []),
  ]);

/** The name of an entry as its schema makes it. */
export function labelOf(kind: Kind, entry: FileEntry['entry']): string {
  const label = own(entry, kind.label);
  return typeof label === 'string' ? label.trim() : '';
}

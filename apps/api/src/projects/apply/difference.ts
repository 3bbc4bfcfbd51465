import { isDeepStrictEqual } from 'node:util';
import {
  type AppliedChange,
  type ChangedMember,
  MAX_PLANNED_VALUE,
  own,
  type SurveyVariable,
} from '@switchyard/contracts';
import type { DataSource } from 'typeorm';
import { RESOURCES } from '../../definitions/all-resources.js';
import { mapInTurns } from '../../platform/workers/in-turns.js';
import { childEntryOf, entryOf, HIDDEN, type NameOf, PEOPLE, shownRow } from '../backup/backup-entry.js';
import { type Kind, membersOf } from '../backup/backup-members.js';
import type { ReadRow, ReadRows } from '../backup/restore/document-reader.js';
import { asJson, type CurrentProject } from './current-project.js';
import { labelOf, type MergedEntry, type MergedProject } from './merged-project.js';

type Entry = Readonly<Record<string, unknown>>;

/** Changes to make, and the rows of each kind to write, by index. */
export interface Differences {
  changes: AppliedChange[];
  changed: ReadonlyMap<Kind, ReadonlySet<number>>;
  unchanged: number;
}

/** Holds the project as it is against what its rows are to be. */
export async function differencesOf(
  source: DataSource,
  merged: MergedProject,
  { rows, people }: { rows: ReadRows; people: CurrentProject['people'] },
): Promise<Differences> {
  const nameOf: NameOf = (kind, place) => {
    if (kind === PEOPLE) {
      return people.get(place) ?? null;
    }
    const named = merged.entries.get(kind)?.[place - 1];
    return named === undefined ? null : labelOf(kind, named.entry);
  };
  const changes: AppliedChange[] = [];
  const changed = new Map<Kind, ReadonlySet<number>>();
  let given = 0;
  for (const kind of RESOURCES) {
    const read = rows.get(kind.noun) ?? [];
    const found = await mapInTurns(merged.entries.get(kind) ?? [], (entry, index) => {
      const row = read[index];
      return row && changeOf(kind, entry, desiredEntry(source, row, nameOf));
    });
    given += (merged.entries.get(kind) ?? []).filter(({ isGiven }) => isGiven).length;
    changed.set(kind, new Set(found.flatMap((change, index) => (change ? [index] : []))));
    changes.push(...found.filter((change) => change !== null && change !== undefined));
  }
  const unchanged = given - changes.length;
  return { changes: [...changes, ...deletions(merged)], changed, unchanged };
}

/** Deletions of objects that are gone; those that refer to others go first. */
const deletions = ({ gone }: MergedProject): AppliedChange[] =>
  RESOURCES.toReversed().flatMap((kind) =>
    (gone.get(kind) ?? []).map(({ entry }) => ({
      section: kind.backup.section,
      name: shownName(kind, entry),
      action: 'delete' as const,
      members: [],
    })),
  );

/** A schedule need not have a name. */
const shownName = (kind: Kind, entry: Entry): string =>
  labelOf(kind, entry) ||
  (kind.noun === 'schedule' ? String(own(entry, 'template') ?? own(entry, 'workflow') ?? '') : '');

function changeOf(kind: Kind, { current, isGiven, entry }: MergedEntry, desired: Entry): AppliedChange | null {
  const change = { section: kind.backup.section, name: shownName(kind, desired) };
  if (current === null) {
    return { ...change, action: 'create', members: changedMembers({}, desired) };
  }
  const before = isGiven ? current.entry : followingMembers(kind, current.entry);
  const after = isGiven ? withKept(current, desired) : followingMembers(kind, desired);
  const members = changedMembers(before, after);
  return members.length === 0 ? null : { ...change, name: shownName(kind, entry), action: 'update', members };
}

/** Members that the files do not have and that follow from others: a workspace belongs to its first user. */
const followingMembers = (kind: Kind, entry: Entry): Entry =>
  kind.noun === 'inventory' ? { template: own(entry, 'template') } : {};

/** Addresses that are there stay: nobody else knows whether they are in use. */
function withKept({ children, entry }: NonNullable<MergedEntry['current']>, desired: Entry): Entry {
  const isFewer = (name: string): boolean => {
    const [before, after] = [own(entry, name), own(desired, name)];
    const isHidden = Array.isArray(before) && before[0] === HIDDEN;
    return isHidden && (!Array.isArray(after) || after.length < before.length);
  };
  const kept = [...children.keys()].filter(isFewer).map((name) => [name, own(entry, name)] as const);
  return { ...desired, ...Object.fromEntries(kept) };
}

export function changedMembers(before: Entry, after: Entry): ChangedMember[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const [from, to] = [own(before, name), own(after, name)];
    return isDeepStrictEqual(from ?? null, to ?? null)
      ? []
      : [{ name, ...shownValue('before', from), ...shownValue('after', to) }];
  });
}

const shownValue = (name: 'before' | 'after', value: unknown): object =>
  value === undefined || value === null ? {} : { [name]: JSON.stringify(value).slice(0, MAX_PLANNED_VALUE) };

/** The entry that a backup has of a row once it is written. */
function desiredEntry(source: DataSource, row: ReadRow, nameOf: NameOf): Entry {
  const { kind, columns, children } = row;
  const shown = shownRow(kind, { ...settled(columns), id: 0, projectId: 0 }, nameOf);
  const lists = children.map(({ child, members, rows }) => [
    child.backup.list,
    rows.map((each) => childEntryOf(child, each, members, nameOf)),
  ]);
  return asJson({ ...entryOf(shown, membersOf(source, kind), nameOf), ...(Object.fromEntries(lists) as Entry) });
}

/** A secret question has a default where its default is known. */
function settled(columns: ReadRow['columns']): ReadRow['columns'] {
  const questions = own(columns, 'surveyVars') as SurveyVariable[] | undefined;
  return questions === undefined
    ? columns
    : {
        ...columns,
        surveyVars: questions.map((each) =>
          each.type === 'secret' ? { ...each, secret_default: each.default_value !== '' } : each,
        ),
      };
}

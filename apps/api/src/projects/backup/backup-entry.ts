import type { OwnedRow } from '../../platform/database/owned-rows.repository.js';
import type { ChildDefinition } from '../../definitions/definition.js';
import { type BackupMember, type Kind, kindOf } from './backup-members.js';

/** Stands for a secret that is made afresh. */
export const HIDDEN = '…';
/** Stands for the kind of what is a person. */
export const PEOPLE = 'people';

/** The name in the file of a row that another refers to; of a person, the login. `null` = it is not in the project. */
export type NameOf = (kind: Kind | typeof PEOPLE, id: number) => string | null;

type Entry = Record<string, unknown>;

const valueOf = (row: object, property: string): unknown => Reflect.get(row, property) as unknown;

/** The entry of a row; a member without a value is left out. */
export function entryOf(row: object, members: readonly BackupMember[], nameOf: NameOf): Entry {
  const entries = members.map((member) => [member.name, shownValue(member, valueOf(row, member.property), nameOf)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined)) as Entry;
}

function shownValue({ target, isPeople }: BackupMember, value: unknown, nameOf: NameOf): unknown {
  if (isPeople) {
    return (value as number[] | undefined)?.flatMap((id) => nameOf(PEOPLE, id) ?? []);
  }
  return target && typeof value === 'number' ? nameOf(target, value) : value;
}

/** As {@link entryOf}, of a row that belongs to another. */
export function childEntryOf(
  { backup }: ChildDefinition,
  row: object,
  members: readonly BackupMember[],
  nameOf: NameOf,
): unknown {
  if ('fresh' in backup) {
    return HIDDEN;
  }
  return entryOf('input' in backup && backup.shown ? backup.shown(row) : row, members, nameOf);
}

/** The row as people see it, the ids inside of its JSON columns as names. */
export function shownRow(kind: Kind, row: OwnedRow, nameOf: NameOf): object {
  const shown = { ...row, ...kind.backup.shown?.(row) };
  const within = Object.entries(kind.backup.within ?? {}) as [string, Record<string, (new () => OwnedRow) | null>][];
  return {
    ...shown,
    ...Object.fromEntries(
      within.map(([property, references]) => [property, named(valueOf(shown, property), references, nameOf)]),
    ),
  };
}

function named(value: unknown, references: Record<string, (new () => OwnedRow) | null>, nameOf: NameOf): Entry {
  const targets = new Map(Object.entries(references));
  const entries = Object.entries(value ?? {}).flatMap(([name, id]: [string, unknown]) => {
    if (!targets.has(name)) {
      return [[name, id] as const];
    }
    const kind = kindOf(targets.get(name));
    const text = kind && typeof id === 'number' ? nameOf(kind, id) : null;
    return text === null ? [] : [[name.replace(/_id$/, ''), text] as const];
  });
  return Object.fromEntries(entries);
}

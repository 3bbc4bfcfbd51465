import type { OwnedRow } from '../../platform/database/owned-rows.repository.js';
import { type BackupMember, type Kind, kindOf } from './backup-members.js';

/** The name in the file of a row that another refers to. */
export type NameOf = (kind: Kind, id: number) => string | null;

type Entry = Record<string, unknown>;

const valueOf = (row: object, property: string): unknown => Reflect.get(row, property) as unknown;

/** The entry of a row; a member without a value is left out. */
export function entryOf(row: object, members: readonly BackupMember[], nameOf: NameOf): Entry {
  const entries = members.map(({ property, name, target }) => {
    const value = valueOf(row, property);
    return [name, target && typeof value === 'number' ? nameOf(target, value) : value] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined));
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

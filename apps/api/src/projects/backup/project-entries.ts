import type { EntityManager, DataSource } from 'typeorm';
import { RESOURCES } from '../../definitions/all-resources.js';
import type { OwnedRow } from '../../platform/database/owned-rows.repository.js';
import { childEntryOf, entryOf, type NameOf, PEOPLE, shownRow } from './backup-entry.js';
import { childMembersOf, type Kind, membersOf, referredKinds } from './backup-members.js';
import { namesInBackup } from './backup-names.js';
import { readChildren, readRows, rowSizes, type RowSize } from './backup.repository.js';

/** All rows of a project without their contents. */
export type Sizes = ReadonlyMap<Kind, readonly RowSize[]>;

/** A row of a project with its entry in a backup. */
export interface RowEntry {
  row: OwnedRow;
  entry: Record<string, unknown>;
  /** Rows that belong to it, by the lists of its kind. */
  children: ReadonlyMap<string, readonly object[]>;
}

export async function projectSizes(manager: EntityManager, projectId: number): Promise<Sizes> {
  const sizes = new Map<Kind, RowSize[]>();
  for (const kind of RESOURCES) {
    sizes.set(kind, await rowSizes(manager, kind, projectId));
  }
  return sizes;
}

/** Names in the file of all rows that others may refer to. @param people logins by their ids */
export function namesOf(source: DataSource, sizes: Sizes, people: ReadonlyMap<number, string>): NameOf {
  const names = new Map([...referredKinds(source)].map((kind) => [kind, namesInBackup(sizes.get(kind) ?? [])]));
  return (kind, id) => (kind === PEOPLE ? people : names.get(kind))?.get(id) ?? null;
}

/** Rows of one kind with their entries. */
export async function entriesOfPage(
  manager: EntityManager,
  kind: Kind,
  ids: readonly number[],
  nameOf: NameOf,
): Promise<RowEntry[]> {
  const members = membersOf(manager.dataSource, kind);
  const lists = await childEntries(manager, kind, ids, nameOf);
  const rows = await readRows(manager, kind, ids);
  return rows.map((row) => ({
    row,
    entry: {
      ...entryOf(shownRow(kind, row, nameOf), members, nameOf),
      ...uniqueName(kind, row, nameOf),
      ...Object.fromEntries(lists.map(({ list, entriesOf }) => [list, entriesOf(row.id)])),
    },
    children: new Map(lists.map(({ list, rowsOf }) => [list, rowsOf(row.id)])),
  }));
}

function uniqueName(kind: Kind, { id }: OwnedRow, nameOf: NameOf): object {
  const name = nameOf(kind, id);
  return name === null ? {} : { [kind.label]: name };
}

/** The lists of children of these rows, by their owner. */
async function childEntries(manager: EntityManager, kind: Kind, ids: readonly number[], nameOf: NameOf) {
  const lists: { list: string; rowsOf(id: number): readonly object[]; entriesOf(id: number): unknown[] }[] = [];
  for (const child of kind.children ?? []) {
    const members = childMembersOf(manager.dataSource, child);
    const rows = await readChildren(manager, child, ids);
    const shown = (row: object): unknown => childEntryOf(child, row, members, nameOf);
    const rowsOf = (id: number): readonly object[] => rows.get(id) ?? [];
    lists.push({ list: child.backup.list, rowsOf, entriesOf: (id) => rowsOf(id).map(shown) });
  }
  return lists;
}

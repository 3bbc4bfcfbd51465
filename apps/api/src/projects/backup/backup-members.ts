import { columnsOf } from '@switchyard/database';
import type { DataSource } from 'typeorm';
import { RESOURCES } from '../../definitions/all-resources.js';
import type { ChildDefinition, MemberKind, ResourceDefinition } from '../../definitions/definition.js';
import type { OwnedRow } from '../../platform/database/owned-rows.repository.js';
import { foreignColumns } from '../../definitions/foreign-columns.js';

/** A kind of resource of any type. */
export type Kind = ResourceDefinition<OwnedRow>;

/** A column that stands in a backup. */
export interface BackupMember {
  property: string;
  /** Name of the column. */
  column: string;
  /** Its name in the file. */
  name: string;
  /** The resource that it refers to by name; `null` = it is a value. */
  target: Kind | null;
  /** It holds ids of people, whom the file names by their logins. */
  isPeople: boolean;
}

/** The column by the name of what it refers to. */
const referenceName = (column: string): string => column.replace(/_id$/, '');

/** The ids of people by what they are. */
const peopleName = (column: string): string => column.replace(/_ids$/, 's');

const isKept = (kind: MemberKind | undefined): boolean => kind === 'shown' || kind === 'content';

/** Members of a resource in a backup: every column that its definition shows. */
export function membersOf(source: DataSource, kind: Kind): readonly BackupMember[] {
  const { entity, members, backup } = kind;
  return onceOf(source, kind, () =>
    readMembers(source, entity, members as Record<string, MemberKind>, backup.references ?? {}),
  );
}

/** The same of children, without the reference to their owner. */
export function childMembersOf(source: DataSource, child: ChildDefinition): readonly BackupMember[] {
  const { entity, members, owner, backup } = child;
  const people = 'input' in backup ? backup.people : undefined;
  return onceOf(source, child, () =>
    readMembers(source, entity, members, {})
      .filter(({ property }) => property !== owner)
      .map((member) =>
        member.property === people ? { ...member, name: peopleName(member.column), isPeople: true } : member,
      ),
  );
}

/** Members are the same as long as the data source: they are made once, as a file may have thousands of rows. */
const known = new WeakMap<DataSource, Map<unknown, BackupMember[]>>();

function onceOf(source: DataSource, definition: unknown, make: () => BackupMember[]): readonly BackupMember[] {
  const made = known.get(source) ?? new Map<unknown, BackupMember[]>();
  known.set(source, made);
  const members = made.get(definition) ?? make();
  made.set(definition, members);
  return members;
}

function readMembers(
  source: DataSource,
  entity: new () => object,
  members: Readonly<Record<string, MemberKind>>,
  names: Readonly<Record<string, string | undefined>>,
): BackupMember[] {
  const foreign = new Map(foreignColumns(source, entity).map(({ property, target }) => [property, kindOf(target)]));
  const kinds = new Map(Object.entries(members));
  const given = new Map(Object.entries(names));
  return columnsOf(entity as new () => Record<string, unknown>)
    .filter(({ member }) => isKept(kinds.get(member)))
    .map(({ member: property, name: column }) => {
      const target = foreign.get(property) ?? null;
      const name = given.get(property) ?? (target ? referenceName(column) : column);
      return { property, column, name, target, isPeople: false };
    });
}

/** The resource of an entity. */
export const kindOf = (entity: unknown): Kind | null => RESOURCES.find((kind) => kind.entity === entity) ?? null;

/** Resources that others refer to, whose names are therefore unique in a backup. */
export function referredKinds(source: DataSource): Set<Kind> {
  const members = RESOURCES.flatMap((kind) => [
    ...membersOf(source, kind),
    ...(kind.children ?? []).flatMap((child) => childMembersOf(source, child)),
  ]);
  return new Set(members.flatMap(({ target }) => (target ? [target] : [])));
}

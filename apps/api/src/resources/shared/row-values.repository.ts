import type { EntityManager, FindOptionsWhere } from 'typeorm';
import type { ChildDefinition, ResourceDefinition } from '../../definitions/definition.js';
import type { OwnedRow } from '../../platform/database/owned-rows.repository.js';

type Kind<E extends OwnedRow> = Pick<ResourceDefinition<E>, 'members' | 'children'>;

/** Values that an edit of the row can change: its columns and those of its children, without what the system alone writes. */
export async function editableValues<E extends OwnedRow>(
  manager: EntityManager,
  kind: Kind<E>,
  row: E,
): Promise<unknown> {
  return valuesOf(manager, kind, row, EDITED);
}

/** Text that stands for the values of a row that a file of its project holds: the same without secrets. */
export async function valuesInFiles<E extends OwnedRow>(
  manager: EntityManager,
  kind: Kind<E>,
  row: E,
): Promise<string> {
  return JSON.stringify(await valuesOf(manager, kind, row, IN_FILES), withoutDefault);
}

const EDITED: ReadonlySet<string> = new Set(['shown', 'content', 'secret']);
const IN_FILES: ReadonlySet<string> = new Set(['shown', 'content']);

/** A secret question without its default. */
function withoutDefault(_name: string, value: unknown): unknown {
  const isSecret = typeof value === 'object' && value !== null && Reflect.get(value, 'type') === 'secret';
  return isSecret ? { ...value, type: 'secret question', default_value: '', secret_default: false } : value;
}

type Treated = ReadonlySet<string>;

async function valuesOf<E extends OwnedRow>(
  manager: EntityManager,
  kind: Kind<E>,
  row: E,
  treated: Treated,
): Promise<unknown> {
  const children: unknown[] = [];
  for (const child of kind.children ?? []) {
    children.push(await childStates(manager, child, row.id, treated));
  }
  return [edited(row, kind.members, treated), children];
}

async function childStates(
  manager: EntityManager,
  child: ChildDefinition,
  id: number,
  treated: Treated,
): Promise<string[]> {
  const where = { [child.owner]: id } as FindOptionsWhere<object>;
  const rows = await manager.findBy(child.entity, where);
  return rows.map((row) => JSON.stringify(edited(row, child.members, treated))).sort();
}

const edited = (row: object, members: Readonly<Record<string, string>>, treated: Treated): unknown[] =>
  Object.entries(members)
    .filter(([, kind]) => treated.has(kind))
    .map(([name]) => Reflect.get(row, name) as unknown);

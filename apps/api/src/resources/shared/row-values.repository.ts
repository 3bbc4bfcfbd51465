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
  const children: unknown[] = [];
  for (const child of kind.children ?? []) {
    children.push(await childStates(manager, child, row.id));
  }
  return [edited(row, kind.members), children];
}

async function childStates(manager: EntityManager, child: ChildDefinition, id: number): Promise<string[]> {
  const where = { [child.owner]: id } as FindOptionsWhere<object>;
  const rows = await manager.findBy(child.entity, where);
  return rows.map((row) => JSON.stringify(edited(row, child.members))).sort();
}

const edited = (row: object, members: Readonly<Record<string, string>>): unknown[] =>
  Object.entries(members)
    .filter(([, kind]) => kind !== 'kept')
    .map(([name]) => Reflect.get(row, name) as unknown);

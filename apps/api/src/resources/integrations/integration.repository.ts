import { IntegrationAlias, IntegrationMatcher, IntegrationValue } from '@switchyard/database';
import {
  type DeepPartial,
  type EntityManager,
  type FindOptionsWhere,
  IsNull,
  type QueryDeepPartialEntity,
} from 'typeorm';

/** Where an address leads: to one integration, or to a project, whose integration is `null`. */
export interface AliasPlace {
  projectId: number;
  integrationId: number | null;
}

const whereOf = ({ projectId, integrationId }: AliasPlace): FindOptionsWhere<IntegrationAlias> => ({
  projectId,
  integrationId: integrationId ?? IsNull(),
});

/** By id. */
export const listAliases = (manager: EntityManager, place: AliasPlace): Promise<IntegrationAlias[]> =>
  manager.find(IntegrationAlias, { where: whereOf(place), order: { id: 'ASC' } });

export const countAliases = (manager: EntityManager, place: AliasPlace): Promise<number> =>
  manager.countBy(IntegrationAlias, whereOf(place));

export const findAliasById = (
  manager: EntityManager,
  place: AliasPlace,
  id: number,
): Promise<IntegrationAlias | null> => manager.findOneBy(IntegrationAlias, { ...whereOf(place), id });

export const insertAlias = (manager: EntityManager, fresh: Omit<IntegrationAlias, 'id'>): Promise<IntegrationAlias> =>
  manager.save(manager.create(IntegrationAlias, fresh));

export async function deleteAlias(manager: EntityManager, id: number): Promise<void> {
  await manager.delete(IntegrationAlias, { id });
}

/** A row that belongs to an integration. */
export interface PartRow {
  id: number;
  integrationId: number;
}
/** The entity of such rows. */
export type PartEntity<E extends PartRow> = new () => E;

/** By id. */
export async function listParts<E extends PartRow>(
  manager: EntityManager,
  entity: PartEntity<E>,
  integrationId: number,
): Promise<E[]> {
  const rows = await manager.findBy(entity, { integrationId } as FindOptionsWhere<E>);
  return rows.toSorted((a, b) => a.id - b.id);
}

export const countParts = <E extends PartRow>(
  manager: EntityManager,
  entity: PartEntity<E>,
  integrationId: number,
): Promise<number> => manager.countBy(entity, { integrationId } as FindOptionsWhere<E>);

export const findPart = <E extends PartRow>(
  manager: EntityManager,
  entity: PartEntity<E>,
  integrationId: number,
  id: number,
): Promise<E | null> => manager.findOneBy(entity, { id, integrationId } as FindOptionsWhere<E>);

export const insertPart = <E extends PartRow>(
  manager: EntityManager,
  entity: PartEntity<E>,
  integrationId: number,
  members: Partial<E>,
): Promise<E> => manager.save(manager.create(entity, { ...members, integrationId } as DeepPartial<E>));

export async function updatePart<E extends PartRow>(
  manager: EntityManager,
  entity: PartEntity<E>,
  id: number,
  members: Partial<E>,
): Promise<void> {
  await manager.update(entity, id, members as QueryDeepPartialEntity<E>);
}

export async function deletePart<E extends PartRow>(
  manager: EntityManager,
  entity: PartEntity<E>,
  id: number,
): Promise<void> {
  await manager.delete(entity, id);
}

type Named = Pick<IntegrationMatcher, 'id' | 'name'>;

/** The matchers and values of an integration, each by id. */
export async function findPartNames(
  manager: EntityManager,
  integrationId: number,
): Promise<{ matchers: Named[]; values: Named[] }> {
  const named = { select: { id: true, name: true }, where: { integrationId }, order: { id: 'ASC' } } as const;
  const [matchers, values] = await Promise.all([
    manager.find(IntegrationMatcher, named),
    manager.find(IntegrationValue, named),
  ]);
  const shown = ({ id, name }: Named): Named => ({ id, name });
  return { matchers: matchers.map(shown), values: values.map(shown) };
}

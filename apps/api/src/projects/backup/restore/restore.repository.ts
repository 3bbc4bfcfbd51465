import { App, IntegrationAlias, Project, ProjectMember, User } from '@switchyard/database';
import { type EntityManager, type EntityTarget, In, IsNull, type ObjectLiteral } from 'typeorm';
import { newAlias } from '../../../definitions/alias.js';

/** Rows of one statement; each value is a parameter, of which there may be 65,535. */
const ROWS = 500;

export const isProjectName = (manager: EntityManager, name: string): Promise<boolean> =>
  manager.existsBy(Project, { name, deleting: IsNull() });

/** Ids of apps that somebody added. */
export async function knownApps(manager: EntityManager): Promise<Set<string>> {
  return new Set((await manager.find(App, { select: { id: true } })).map(({ id }) => id));
}

/** Answers the ids in the order of the rows. */
export async function insertRows(
  manager: EntityManager,
  entity: EntityTarget<ObjectLiteral>,
  rows: readonly ObjectLiteral[],
): Promise<number[]> {
  const ids: number[] = [];
  for (let from = 0; from < rows.length; from += ROWS) {
    const { identifiers } = await manager.insert(entity, rows.slice(from, from + ROWS));
    ids.push(...identifiers.map(({ id }) => id as number));
  }
  return ids;
}

/** Replaces columns of a row of the project. */
export async function updateRow(
  manager: EntityManager,
  entity: EntityTarget<ObjectLiteral>,
  id: number,
  columns: ObjectLiteral,
): Promise<void> {
  await manager.update(entity, id, columns);
}

/** Deletes the rows that belong to these owners. */
export async function deleteChildren(
  manager: EntityManager,
  { entity, owner }: { entity: new () => object; owner: string },
  owners: readonly number[],
): Promise<void> {
  if (owners.length > 0) {
    await manager.delete(entity, { [owner]: In([...owners]) });
  }
}

/** Sets one column of many rows. */
export async function setReferences(
  manager: EntityManager,
  { entity, column }: { entity: new () => object; column: string },
  pairs: readonly (readonly [id: number, reference: number])[],
): Promise<void> {
  const { tableName } = manager.dataSource.getMetadata(entity);
  await manager.query(
    `update ${tableName} t set ${column} = v.reference
       from unnest($1::int[], $2::int[]) as v(id, reference) where t.id = v.id`,
    [pairs.map(([id]) => id), pairs.map(([, reference]) => reference)],
  );
}

/** Sets one column of many rows. */
export async function setTexts(
  manager: EntityManager,
  { entity, column }: { entity: new () => object; column: string },
  pairs: readonly (readonly [id: number, text: string | null])[],
): Promise<void> {
  const { tableName } = manager.dataSource.getMetadata(entity);
  for (let from = 0; from < pairs.length; from += ROWS) {
    const page = pairs.slice(from, from + ROWS);
    await manager.query(
      `update ${tableName} t set ${column} = v.text from unnest($1::int[], $2::text[]) as v(id, text) where t.id = v.id`,
      [page.map(([id]) => id), page.map(([, text]) => text)],
    );
  }
}

/** Those of these addresses that exist, in whatever project. */
export async function takenAliases(manager: EntityManager, aliases: readonly string[]): Promise<Set<string>> {
  const rows = await manager.find(IntegrationAlias, { select: { alias: true }, where: { alias: In([...aliases]) } });
  return new Set(rows.map(({ alias }) => alias));
}

/** Addresses of the project; each that is `null` is a new one. */
export async function insertAliases(
  manager: EntityManager,
  projectId: number,
  aliases: readonly (string | null)[],
): Promise<void> {
  const rows = aliases.map((alias) => ({ projectId, integrationId: null, alias: alias ?? newAlias() }));
  await manager.insert(IntegrationAlias, rows);
}

/** The ids of users by their logins. */
export async function userIds(manager: EntityManager, logins: readonly string[]): Promise<Map<string, number>> {
  const users = await manager.find(User, {
    select: { id: true, username: true },
    where: { username: In([...logins]) },
  });
  return new Map(users.map(({ id, username }) => [username, id]));
}

export async function insertMembers(
  manager: EntityManager,
  rows: readonly Omit<ProjectMember, 'byGroup'>[],
): Promise<void> {
  await manager.insert(ProjectMember, [...rows]);
}

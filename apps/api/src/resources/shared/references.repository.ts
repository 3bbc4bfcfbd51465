import type { ObjectReferences } from '@switchyard/contracts';
import { GitRepository } from '@switchyard/database';
import type { DataSource, EntityManager } from 'typeorm';
import { RESOURCES } from '../../definitions/all-resources.js';
import type { OwnedRows } from '../../definitions/definition.js';
import { foreignColumns } from '../../definitions/foreign-columns.js';

interface Row {
  list: keyof ObjectReferences;
  id: number;
  name: string;
}

type Entity = new () => object;
type Resource = (typeof RESOURCES)[number];

/**
 * Returns the references to an object: all rows with a foreign key to it.
 * @param id of an object whose project was checked before
 */
export async function findReferences(manager: EntityManager, target: Entity, id: number): Promise<ObjectReferences> {
  const queries = RESOURCES.flatMap((definition) => [
    ...direct(manager.dataSource, definition, target),
    ...childrenOf(definition).flatMap((child) => byChild(manager.dataSource, definition, child, target)),
  ]);
  const statement = `${queries.join(' union ')} order by name, id`;
  const rows = queries.length === 0 ? [] : await manager.query<Row[]>(statement, [id]);
  const listed = (list: Row['list']) =>
    rows.filter((row) => row.list === list).map((row) => ({ id: row.id, name: row.name }));
  return {
    templates: listed('templates'),
    inventories: listed('inventories'),
    repositories: listed('repositories'),
    integrations: listed('integrations'),
    schedules: listed('schedules'),
    access_keys: listed('access_keys'),
    workflows: listed('workflows'),
  };
}

function direct(source: DataSource, definition: Resource, target: Entity): string[] {
  const columns = columnsTo(source, definition.entity, target).map((column) => `o.${column}`);
  return queryOf(fromOf(source, definition), columns);
}

function byChild(source: DataSource, definition: Resource, { entity, owner }: OwnedRows, target: Entity): string[] {
  const { tableName, columns: all } = source.getMetadata(entity);
  const ownerColumn = all.find(({ propertyName }) => propertyName === owner)?.databaseName;
  const columns = columnsTo(source, entity, target).filter((column) => column !== ownerColumn);
  const from = `${fromOf(source, definition)} join ${tableName} c on c.${ownerColumn} = o.id`;
  return queryOf(
    from,
    columns.map((column) => `c.${column}`),
  );
}

function columnsTo(source: DataSource, entity: Entity, target: Entity): string[] {
  const columns = foreignColumns(source, entity);
  return columns.filter((column) => column.target === target).map(({ column }) => column);
}

const fromOf = (source: DataSource, { entity, list, label }: Resource): string =>
  `select '${list}' as list, o.id, o.${label} as name from ${source.getMetadata(entity).tableName} o`;

const childrenOf = ({ children = [], parts = [] }: Resource): OwnedRows[] => [...children, ...parts];

const queryOf = (from: string, columns: readonly string[]): string[] =>
  columns.length === 0 ? [] : [`${from} where $1 in (${columns.join(', ')})`];

/** Whether a repository reports statuses with the key. */
export const isStatusKey = (manager: EntityManager, keyId: number): Promise<boolean> =>
  manager.existsBy(GitRepository, { statusKeyId: keyId });

import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';

/** A row as PostgreSQL's `to_json` answers it, so that rows of several tables fit into one answer. */
export type StoredRow = Record<string, unknown>;

/** The entity of a row. Columns of bytes are not supported. */
export function entityOf<E extends ObjectLiteral>(manager: EntityManager, target: EntityTarget<E>, row: StoredRow): E {
  const { columns } = manager.dataSource.getMetadata(target);
  const members = columns.map(({ propertyName, databaseName, type }) => {
    const value = row[databaseName];
    return [propertyName, type === 'timestamptz' && typeof value === 'string' ? new Date(value) : value] as const;
  });
  return Object.assign(manager.create(target), Object.fromEntries(members));
}

/** As `entityOf`, for rows in a list. */
export const entitiesOf = <E extends ObjectLiteral>(
  manager: EntityManager,
  target: EntityTarget<E>,
  rows: readonly StoredRow[],
): E[] => rows.map((row) => entityOf(manager, target, row));

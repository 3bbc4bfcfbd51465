import { own } from '@switchyard/contracts';
import type { DataSource, ObjectLiteral } from 'typeorm';

/** A row as PostgreSQL's `to_json` answers it, so that rows of several tables fit into one answer. */
export type StoredRow = Record<string, unknown>;

/** The entity of a row. Columns of bytes are not supported. */
export function entityOf<E extends ObjectLiteral>(
  source: Pick<DataSource, 'getMetadata'>,
  target: new () => E,
  row: StoredRow,
): E {
  const entity = new target();
  for (const { propertyName, databaseName, type } of source.getMetadata(target).columns) {
    const value = own(row, databaseName);
    Reflect.set(entity, propertyName, type === 'timestamptz' && typeof value === 'string' ? new Date(value) : value);
  }
  return entity;
}

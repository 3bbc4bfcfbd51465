import type { DataSource } from 'typeorm';

/** A column that refers to a row of another table. */
export interface ForeignColumn {
  property: string;
  /** Name in the database, which is its name on the wire too. */
  column: string;
  target: unknown;
}

/** The single columns of an entity that are foreign keys. */
export function foreignColumns(source: Pick<DataSource, 'getMetadata'>, entity: new () => object): ForeignColumn[] {
  return source
    .getMetadata(entity)
    .foreignKeys.flatMap(({ columns, referencedEntityMetadata: { target } }) =>
      columns.length === 1
        ? columns.map(({ propertyName, databaseName }) => ({ property: propertyName, column: databaseName, target }))
        : [],
    );
}

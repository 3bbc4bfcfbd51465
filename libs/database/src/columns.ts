import { type ColumnType, getMetadataArgsStorage } from 'typeorm';
import { snakeCase } from './snake-case-naming.js';

/** A member's name as the name of its column. */
type ColumnName<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${ColumnName<Tail>}`
  : S;

/** A row of an entity's table as the driver answers it: what the entity holds, by the names of its columns. */
export type RowOf<E> = { [K in keyof E & string as ColumnName<K>]: E[K] };

export interface ColumnOf<E> {
  member: keyof E & string;
  name: keyof RowOf<E> & string;
  /** As PostgreSQL has it. */
  type: ColumnType | undefined;
}

const known = new WeakMap<object, readonly ColumnOf<never>[]>();

/** The columns of an entity, in the order of its members. */
export function columnsOf<E>(entity: new () => E): readonly ColumnOf<E>[] {
  const columns = (known.get(entity) as readonly ColumnOf<E>[] | undefined) ?? readColumns(entity);
  known.set(entity, columns);
  return columns;
}

const readColumns = <E>(entity: new () => E): ColumnOf<E>[] =>
  getMetadataArgsStorage()
    .columns.filter(({ target }) => target === entity)
    .map(({ propertyName, options }) => ({
      member: propertyName as keyof E & string,
      name: snakeCase(propertyName) as keyof RowOf<E> & string,
      type: options.type,
    }));

/** An entity by the names of its columns. */
export const rowOf = <E extends object>(type: new () => E, entity: E): RowOf<E> =>
  Object.fromEntries(columnsOf(type).map(({ member, name }) => [name, entity[member]])) as RowOf<E>;

import { Injectable } from '@nestjs/common';
import type { ObjectReferences } from '@switchyard/contracts';
import { DataSource } from 'typeorm';
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

/** Reads what refers to an object: whatever has a foreign key to its table. */
@Injectable()
export class ReferencesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @param id of an object whose project was checked before */
  async read(target: Entity, id: number): Promise<ObjectReferences> {
    const queries = RESOURCES.flatMap((definition) => [
      ...this.direct(definition, target),
      ...childrenOf(definition).flatMap((child) => this.byChild(definition, child, target)),
    ]);
    const statement = `${queries.join(' union ')} order by name, id`;
    const rows = queries.length === 0 ? [] : await this.dataSource.query<Row[]>(statement, [id]);
    const listed = (list: Row['list']) =>
      rows.filter((row) => row.list === list).map((row) => ({ id: row.id, name: row.name }));
    return {
      templates: listed('templates'),
      inventories: listed('inventories'),
      repositories: listed('repositories'),
      integrations: listed('integrations'),
      schedules: listed('schedules'),
      access_keys: listed('access_keys'),
    };
  }

  private direct(definition: Resource, target: Entity): string[] {
    const columns = this.columnsTo(definition.entity, target).map((column) => `o.${column}`);
    return queryOf(this.from(definition), columns);
  }

  private byChild(definition: Resource, { entity, owner }: OwnedRows, target: Entity): string[] {
    const { tableName, columns: all } = this.dataSource.getMetadata(entity);
    const ownerColumn = all.find(({ propertyName }) => propertyName === owner)?.databaseName;
    const columns = this.columnsTo(entity, target).filter((column) => column !== ownerColumn);
    const from = `${this.from(definition)} join ${tableName} c on c.${ownerColumn} = o.id`;
    return queryOf(
      from,
      columns.map((column) => `c.${column}`),
    );
  }

  private columnsTo(entity: Entity, target: Entity): string[] {
    const columns = foreignColumns(this.dataSource, entity);
    return columns.filter((column) => column.target === target).map(({ column }) => column);
  }

  private from({ entity, list, label }: Resource): string {
    return `select '${list}' as list, o.id, o.${label} as name from ${this.dataSource.getMetadata(entity).tableName} o`;
  }
}

const childrenOf = ({ children = [], parts = [] }: Resource): OwnedRows[] => [...children, ...parts];

const queryOf = (from: string, columns: readonly string[]): string[] =>
  columns.length === 0 ? [] : [`${from} where $1 in (${columns.join(', ')})`];

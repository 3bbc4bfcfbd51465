import { Injectable } from '@nestjs/common';
import type { ObjectReferences } from '@switchyard/contracts';
import { DataSource } from 'typeorm';

/** What may be asked for its references. */
export type Referable = 'key' | 'repository' | 'inventory' | 'environment' | 'template';

/** Each query answers the lists of `ObjectReferences` that refer to object `$1`; it is of the same project. */
const QUERIES: Readonly<Record<Referable, string>> = {
  key: `
    select 'repositories' as list, id, name from git_repository where ssh_key_id = $1
    union select 'inventories', id, name from inventory where $1 in (ssh_key_id, become_key_id)
    union select 'templates', t.id, t.name from template_vault v join template t on t.id = v.template_id
     where v.vault_key_id = $1`,
  repository: `
    select 'templates' as list, id, name from template where repository_id = $1
    union select 'inventories', id, name from inventory where repository_id = $1`,
  inventory: `select 'templates' as list, id, name from template where inventory_id = $1`,
  environment: `select 'templates' as list, id, name from template where environment_id = $1`,
  template: `
    select 'templates' as list, id, name from template where build_template_id = $1
    union select 'inventories', id, name from inventory where template_id = $1`,
};

interface Row {
  list: keyof ObjectReferences;
  id: number;
  name: string;
}

/** Tells what refers to an object. */
@Injectable()
export class ReferenceReader {
  constructor(private readonly dataSource: DataSource) {}

  /** @param id of an object whose project was checked before */
  async read(kind: Referable, id: number): Promise<ObjectReferences> {
    const rows = await this.dataSource.query<Row[]>(`${QUERIES[kind]} order by name, id`, [id]);
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
}

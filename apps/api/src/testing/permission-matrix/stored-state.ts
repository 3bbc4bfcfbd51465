import type { DataSource } from 'typeorm';

/** Tables that are written although no request changes anything; settings hold the heartbeat of the control plane. */
const SIDE_TABLES = ['audit', 'session', 'setting', 'migration'];

/** Reads the whole database as one fingerprint for each table, so that a test sees whether anything was changed. */
export class StoredState {
  private constructor(
    private readonly dataSource: DataSource,
    private readonly tables: readonly string[],
    private readonly references: readonly string[],
  ) {}

  static async of(dataSource: DataSource): Promise<StoredState> {
    const tables = await dataSource.query<{ name: string }[]>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all ($1) order by 1`,
      [SIDE_TABLES],
    );
    return new StoredState(
      dataSource,
      tables.map(({ name }) => name),
      await projectReferences(dataSource),
    );
  }

  /** Fingerprint by table. */
  async read(): Promise<Record<string, string>> {
    const each = this.tables.map(
      (name) =>
        `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print from "${name}" t`,
    );
    const rows = await this.dataSource.query<{ name: string; print: string }[]>(each.join(' union all '));
    return Object.fromEntries(rows.map(({ name, print }) => [name, print]));
  }

  /** Rows that refer to a row of another project, by `table.column`. */
  async foreignReferences(): Promise<string[]> {
    const rows = await this.dataSource.query<{ place: string }[]>(this.references.join(' union all '));
    return rows.map(({ place }) => place);
  }

  /** Fingerprint of the rows of one project, by table. */
  async ofProject(projectId: number): Promise<Record<string, string>> {
    const owned = await this.dataSource.query<{ name: string }[]>(
      `select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'project_id' and table_name = any ($1) order by 1`,
      [this.tables],
    );
    const each = owned.map(
      ({ name }) =>
        `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print
           from "${name}" t where t.project_id = $1`,
    );
    const rows = await this.dataSource.query<{ name: string; print: string }[]>(each.join(' union all '), [projectId]);
    return Object.fromEntries(rows.map(({ name, print }) => [name, print]));
  }
}

/** One query for each foreign key between two tables whose rows belong to projects. */
async function projectReferences(dataSource: DataSource): Promise<string[]> {
  const keys = await dataSource.query<{ child: string; col: string; parent: string }[]>(
    `select c.conrelid::regclass::text as child, a.attname as col, c.confrelid::regclass::text as parent
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and array_length(c.conkey, 1) = 1 and a.attname <> 'project_id'
        and exists (select 1 from pg_attribute p where p.attrelid = c.conrelid and p.attname = 'project_id')
        and exists (select 1 from pg_attribute p where p.attrelid = c.confrelid and p.attname = 'project_id')`,
  );
  return keys.map(
    ({ child, col, parent }) =>
      `select '${child}.${col}' as place from ${child} c join ${parent} p on p.id = c.${col} where c.project_id <> p.project_id`,
  );
}

import { idOf, type SourceRow, textOf } from '../source-values.js';
import type { SourceDatabase } from './source-database.js';

/** A connection that sees one state of a database, and changes nothing. Identifiers stand in double quotes. */
export interface SqlSession {
  /** Rows by the names of their columns; points in time as ISO 8601 in UTC. */
  query(statement: string): Promise<SourceRow[]>;
  /** A query for the names of all tables, also of those that its user may not read, in a column `name`. */
  readonly tables: string;
  /** How it finds the outputs of tasks: sorted by a cursor, by an index of its own, or by one of a copy in memory. */
  readonly logsBy: 'cursor' | 'index' | 'own-index';
  close(): Promise<void>;
}

/** A database whose tables are not those of a version that is known. */
class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

/** Migrations between which the columns that are read keep their meaning. */
const OLDEST = [2, 8, 91] as const;
const NEWEST = [2, 19] as const;

/** The part of a database that is read: hashes of passwords come with its users alone. */
export type SqlPart = 'projects' | 'users' | 'runners';

/** Columns by table; history and logs are in none of these. */
const TABLES = {
  user: 'id, username',
  project: '*',
  project__user: '*',
  access_key: '*',
  project__repository: '*',
  project__inventory: '*',
  project__environment: '*',
  project__view: '*',
  project__template: '*',
  project__schedule: '*',
} as const;

/** Tables that not every version has. */
const LATER = [
  'project__template_environment',
  'project__template_vault',
  'project__integration',
  'project__integration_alias',
  'project__integration_matcher',
  'project__integration_extract_value',
] as const;

const PARTS = {
  projects: { tables: TABLES, later: LATER },
  users: { tables: { user: '*' }, later: ['user__totp'] },
  runners: { tables: {}, later: ['runner', 'runner__tag'] },
} as const;

/** Tables of a SQL database that an import reads, as they were at one moment. Their ids count over all projects. */
export class SqlDatabase implements SourceDatabase {
  /** Rows by project, under 0 those of tables that do not name one. */
  private readonly byProject: ReadonlyMap<string, ReadonlyMap<number, SourceRow[]>>;

  private constructor(private readonly tables: ReadonlyMap<string, SourceRow[]>) {
    this.byProject = new Map([...tables].map(([name, rows]) => [name, groupByProject(rows)]));
  }

  /** @throws SchemaError; what the driver throws */
  static async read(session: SqlSession, part: SqlPart): Promise<SqlDatabase> {
    const { tables: needed, later } = PARTS[part];
    const found = new Set((await session.query(session.tables)).map((row) => textOf(row, 'name')));
    await checkVersion(session, found);
    const missing = Object.keys(needed).find((name) => !found.has(name));
    if (missing !== undefined) {
      throw new SchemaError(`it has no table ${missing}`);
    }
    const tables = new Map<string, SourceRow[]>();
    const wanted = [...Object.entries(needed), ...later.filter((name) => found.has(name)).map((name) => [name, '*'])];
    for (const [name = '', columns] of wanted) {
      tables.set(name, await session.query(`select ${columns} from "${name}"`));
    }
    return new SqlDatabase(tables);
  }

  rows(table: string): SourceRow[] {
    return this.tables.get(table) ?? [];
  }

  /** Parts of an integration do not name their project: those of all come, and its id distinguishes them. */
  rowsOf(table: string, projectId: number): SourceRow[] {
    const rows = this.byProject.get(table);
    return [...(rows?.get(projectId) ?? []), ...(rows?.get(0) ?? [])];
  }

  /** All of it is read. */
  close(): void {}
}

function groupByProject(rows: readonly SourceRow[]): Map<number, SourceRow[]> {
  const groups = new Map<number, SourceRow[]>();
  for (const row of rows) {
    const id = 'project_id' in row ? idOf(row, 'project_id') : 0;
    if (id !== null) {
      const group = groups.get(id) ?? [];
      group.push(row);
      groups.set(id, group);
    }
  }
  return groups;
}

async function checkVersion(session: SqlSession, found: ReadonlySet<string>): Promise<void> {
  if (!found.has('migrations') || !found.has('access_key')) {
    throw new SchemaError('it is no database of Semaphore UI');
  }
  const versions = (await session.query('select version from migrations')).map((row) =>
    numbersOf(textOf(row, 'version')),
  );
  const newest = versions.toSorted(compare).at(-1) ?? [];
  const text = newest.join('.') || 'none';
  const range = `migrations ${OLDEST.join('.')} to ${NEWEST.join('.')} are known`;
  if (compare(newest, OLDEST) < 0) {
    throw new SchemaError(`its newest migration is ${text}, which is too old (${range}): upgrade Semaphore UI first`);
  }
  if (compare(newest.slice(0, NEWEST.length), NEWEST) > 0) {
    throw new SchemaError(`its newest migration is ${text}, which is too new (${range})`);
  }
}

const numbersOf = (version: string): number[] => (version.match(/\d+/g) ?? []).map(Number);

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((number, index) => number !== (b[index] ?? -1));
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}

import type { SourceRow } from '../source-values.js';
import { BoltFile } from './bolt-file.js';

/** A database of Semaphore UI. A table that its version does not have is empty. */
export interface SourceDatabase {
  /** Rows of a table that belong to no project. */
  rows(table: string): SourceRow[];
  /** Rows of a project. Ids of other tables count in the same project alone. */
  rowsOf(table: string, projectId: number): SourceRow[];
  close(): void;
}

/** The database in a Bolt file. @throws BoltError; an error of the system */
export class BoltDatabase implements SourceDatabase {
  private readonly file: BoltFile;

  constructor(path: string) {
    this.file = new BoltFile(path);
  }

  rows(table: string): SourceRow[] {
    return [...this.file.entries(table)].flatMap(({ value }) => rowOf(value));
  }

  rowsOf(table: string, projectId: number): SourceRow[] {
    return this.rows(`${table}_${String(projectId).padStart(10, '0')}`);
  }

  close(): void {
    this.file.close();
  }
}

/** No row for a value that is no object. */
function rowOf(json: string): SourceRow[] {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? [value as SourceRow] : [];
  } catch {
    return [];
  }
}

import { idOf, type SourceRow, textOf } from '../source-values.js';
import type { BoltDatabase } from './source-database.js';
import type { SqlSession } from './sql-database.js';

/** A task as it stands in the database, with its outputs in their order. */
export interface SourceTask {
  row: SourceRow;
  outputs: readonly SourceRow[];
}

/** The tasks of projects, which are read a few at a time. */
export interface SourceHistory {
  /** Users by their ids. */
  users(): Promise<SourceRow[]>;
  /** When the database was made, by its first migration; '' = unknown. */
  made(): Promise<string>;
  /** Rows of the tasks of a project without their outputs, the earliest first. */
  rows(projectId: number): AsyncGenerator<SourceRow>;
  /** The same with their outputs. */
  tasks(projectId: number): AsyncGenerator<SourceTask>;
  close(): Promise<void>;
}

/** Tasks that are read at a time, with all of their outputs. */
const PAGE = 20;
/** Outputs that a cursor fetches at a time. */
const FETCHED = 2_000;

/** History of a SQL database. */
export class SqlHistory implements SourceHistory {
  constructor(private readonly session: SqlSession) {}

  users(): Promise<SourceRow[]> {
    return this.session.query('select id, username from "user"');
  }

  async made(): Promise<string> {
    const [first] = await this.session.query('select min(upgraded_date) as made from migrations');
    return textOf(first ?? {}, 'made');
  }

  async *rows(projectId: number): AsyncGenerator<SourceRow> {
    for await (const page of this.pages(projectId, 1_000)) {
      yield* page;
    }
  }

  async *tasks(projectId: number): AsyncGenerator<SourceTask> {
    const logs = await this.openLogs(projectId);
    try {
      for await (const page of this.pages(projectId, PAGE)) {
        const outputs = byTask(await logs.read(page.map((row) => idOf(row) ?? 0)));
        yield* page.map((row) => ({ row, outputs: outputs.get(idOf(row)) ?? [] }));
      }
    } finally {
      await logs.close();
    }
  }

  close(): Promise<void> {
    return this.session.close();
  }

  private async *pages(projectId: number, size: number): AsyncGenerator<SourceRow[]> {
    for (let after = 0; ;) {
      const page = await this.session.query(
        `select * from task where ${ofProject(projectId)} and id > ${after} order by id limit ${size}`,
      );
      if (page.length === 0) {
        return;
      }
      yield page;
      after = idOf(page.at(-1) ?? {}) ?? after;
    }
  }

  private async openLogs(projectId: number): Promise<Logs> {
    if (this.session.logsBy === 'cursor') {
      return CursorLogs.open(this.session, projectId);
    }
    if (this.session.logsBy === 'own-index') {
      await this.session.query('create index if not exists switchyard_logs on task__output (task_id, id)');
    }
    return {
      read: (ids) =>
        this.session.query(`select ${OUTPUT} from task__output where task_id in (${ids.join()}) order by task_id, id`),
      close: async () => undefined,
    };
  }
}

const OUTPUT = 'task_id, time, output';

/** Tasks belong to the project of their template: older versions named none. */
const ofProject = (projectId: number): string =>
  `template_id in (select id from project__template where project_id = ${projectId})`;

function byTask(outputs: readonly SourceRow[]): Map<number | null, SourceRow[]> {
  const found = new Map<number | null, SourceRow[]>();
  for (const row of outputs) {
    const id = idOf(row, 'task_id');
    const rows = found.get(id) ?? [];
    rows.push(row);
    found.set(id, rows);
  }
  return found;
}

interface Logs {
  /** The outputs of tasks, whose ids ascend, also from call to call. */
  read(ids: readonly number[]): Promise<SourceRow[]>;
  close(): Promise<void>;
}

/** PostgreSQL has no index of outputs by their tasks: all of a project are sorted once. */
class CursorLogs implements Logs {
  private fetched: SourceRow[] = [];
  private isOver = false;

  private constructor(private readonly session: SqlSession) {}

  static async open(session: SqlSession, projectId: number): Promise<CursorLogs> {
    await session.query(`declare logs no scroll cursor for
      select ${OUTPUT} from task__output where task_id in (select id from task where ${ofProject(projectId)})
       order by task_id, id`);
    return new CursorLogs(session);
  }

  async read(ids: readonly number[]): Promise<SourceRow[]> {
    const last = Math.max(...ids);
    while (!this.isOver && (idOf(this.fetched.at(-1) ?? {}, 'task_id') ?? 0) <= last) {
      const more = await this.session.query(`fetch ${FETCHED} from logs`);
      this.isOver = more.length === 0;
      this.fetched = this.fetched.concat(more);
    }
    const end = this.fetched.findIndex((row) => (idOf(row, 'task_id') ?? 0) > last);
    return this.fetched.splice(0, end < 0 ? this.fetched.length : end);
  }

  async close(): Promise<void> {
    await this.session.query('close logs');
  }
}

/** History of a Bolt file, which counts the ids of tasks down. */
export class BoltHistory implements SourceHistory {
  constructor(private readonly database: BoltDatabase) {}

  async users(): Promise<SourceRow[]> {
    return this.database.rows('user');
  }

  async made(): Promise<string> {
    return (
      this.database
        .rows('migrations')
        .map((row) => textOf(row, 'upgraded_date'))
        .toSorted()[0] ?? ''
    );
  }

  async *rows(projectId: number): AsyncGenerator<SourceRow> {
    const templates = new Set(this.database.rowsOf('project__template', projectId).map((row) => idOf(row)));
    const rows = this.database
      .rows('task')
      .filter((row) => idOf(row, 'project_id') === projectId && templates.has(idOf(row, 'template_id')));
    yield* rows.toSorted((a, b) => (idOf(b) ?? 0) - (idOf(a) ?? 0));
  }

  async *tasks(projectId: number): AsyncGenerator<SourceTask> {
    for await (const row of this.rows(projectId)) {
      yield { row, outputs: this.database.rowsOf('task__output', idOf(row) ?? 0) };
    }
  }

  async close(): Promise<void> {
    this.database.close();
  }
}

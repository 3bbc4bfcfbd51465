import { runnerPresent, taskHeld, taskQueued } from '@switchyard/database';
import type { DataSource } from 'typeorm';

type Source = Pick<DataSource, 'query'>;

async function one<Row>(source: Source, statement: string): Promise<Row | undefined> {
  const [row] = await source.query<Row[]>(statement);
  return row;
}

export interface ServerFacts {
  version: string;
  /** Milliseconds since 1970 by its clock. */
  now: number;
  standby: boolean;
  connections: number;
  mostConnections: number;
  /** Seconds for which the oldest transaction is open. */
  oldestTransaction: number;
  /** Transactions since the oldest row was frozen. */
  age: number;
}

export const serverFacts = (source: Source): Promise<ServerFacts | undefined> =>
  one(
    source,
    `select current_setting('server_version') as version, extract(epoch from clock_timestamp())::float8 * 1000 as now,
            pg_is_in_recovery() as standby, current_setting('max_connections')::int as "mostConnections",
            (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
            coalesce((select extract(epoch from max(clock_timestamp() - xact_start))::float8 from pg_stat_activity
               where backend_type = 'client backend' and pid <> pg_backend_pid()), 0) as "oldestTransaction",
            (select age(datfrozenxid) from pg_database where datname = current_database()) as age`,
  );

/** Names of the migrations that ran; none before the first start. */
export async function ranMigrations(source: Source): Promise<string[]> {
  const found = await one<{ there: boolean }>(source, `select to_regclass('migration') is not null as there`);
  return found?.there
    ? (await source.query<{ name: string }[]>('select name from migration')).map(({ name }) => name)
    : [];
}

export interface WaitingFacts {
  id: number;
  projectId: number;
  reason: string | null;
  seconds: number;
  count: number;
}

/** The task that waits longest. */
export const longestWaiting = (source: Source): Promise<WaitingFacts | undefined> =>
  one(
    source,
    `select id, project_id as "projectId", waiting_reason as reason,
            extract(epoch from now() - coalesce(planned, created))::float8 as seconds, count(*) over ()::int as count
       from task where ${taskQueued()} order by coalesce(planned, created) limit 1`,
  );

export interface RunnerFacts {
  name: string;
  version: string;
  present: boolean;
  active: boolean;
  local: boolean;
  pausedReason: string | null;
  refusedReason: string | null;
  separation: string | null;
  apps: { id: string; version?: string }[] | null;
  /** Seconds by which its clock is ahead, and bytes free on its disk, and below which it takes no tasks; null = it does not say. */
  ahead: number | null;
  free: number | null;
  needed: number | null;
}

export const runnerFacts = (source: Source): Promise<RunnerFacts[]> =>
  source.query<RunnerFacts[]>(
    `select name, version, ${runnerPresent()} as present, active, local, paused_reason as "pausedReason",
            refused_reason as "refusedReason", separation, apps, (report ->> 'ahead')::float8 as ahead,
            (report #>> '{disk,free}')::float8 as free, (report #>> '{disk,needed}')::float8 as needed
       from runner left join runner_caches on runner_id = runner.id order by name, id limit 1000`,
  );

/** Apps of templates. */
export const usedApps = async (source: Source): Promise<string[]> =>
  (
    await source.query<{ app: string }[]>(
      'select distinct app from template where image is null order by app limit 200',
    )
  ).map(({ app }) => app);

export interface MessageFacts {
  kind: string;
  seconds: number;
}

/** The oldest message of each kind that is to be sent. */
export const openMessages = (source: Source): Promise<MessageFacts[]> =>
  source.query<MessageFacts[]>(
    `select kind, extract(epoch from now() - min(since))::float8 as seconds from outbox_message where ended is null
      group by kind order by kind`,
  );

/** Receivers of the audit log whose last try failed. */
export const failingReceivers = (source: Source): Promise<{ name: string; error: string }[]> =>
  source.query('select name, error from audit_receiver where active and failed is not null order by name');

export interface SequenceFacts {
  name: string;
  /** Share of the ids that were given. */
  used: number;
}

export const fullestSequences = (source: Source): Promise<SequenceFacts[]> =>
  source.query<SequenceFacts[]>(
    `select sequencename as name, (last_value::float8 / max_value) as used from pg_sequences
      where schemaname = current_schema() and last_value is not null order by used desc limit 3`,
  );

export interface TableFacts {
  name: string;
  bytes: number;
  rows: number;
}

export const largestTables = (source: Source): Promise<TableFacts[]> =>
  source.query<TableFacts[]>(
    `select relname as name, pg_total_relation_size(oid)::float8 as bytes, greatest(reltuples, 0)::float8 as rows from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace order by 2 desc limit 10`,
  );

/** How many tasks there are in each status that is not final. */
export const tasksByStatus = (source: Source): Promise<{ status: string; count: number }[]> =>
  source.query(
    `select status, count(*)::int as count from task where ${taskQueued()} or ${taskHeld()} group by 1 order by 1`,
  );

/** Whether some template asks for ID tokens. */
export async function asksForIdTokens(source: Source): Promise<boolean> {
  const found = await one<{ asks: boolean }>(
    source,
    `select exists (select from template where id_tokens <> '[]') as asks`,
  );
  return found?.asks === true;
}

import type { CachesRequest, RunnerCache, RunnerCaches as WireCaches } from '@switchyard/contracts';
import type { EntityManager } from 'typeorm';

interface ListedCache {
  measured: Date;
  limit: number;
  total: number;
  project_id: number | null;
  project_name: string | null;
  bytes: number;
  used: Date;
}

/** Stores the report of a runner about its caches. @param now when it came, in milliseconds since 1970 */
export async function storeCaches(
  manager: EntityManager,
  runnerId: number,
  { limit, total, caches, disk, time }: CachesRequest,
  now: number,
): Promise<void> {
  const ahead = time === undefined ? undefined : Math.round((Date.parse(time) - now) / 1000);
  await manager.query(storeStatement, [runnerId, JSON.stringify({ limit, total, caches, disk, ahead })]);
}

/** @param projectId which are listed; null = all */
export async function listCaches(
  manager: EntityManager,
  runnerId: number,
  projectId: number | null,
): Promise<WireCaches> {
  const rows = await manager.query<ListedCache[]>(listStatement, [runnerId, projectId]);
  const caches = rows.filter(isListed).map(toCache);
  const [first] = rows;
  const listed = caches.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    measured: first?.measured.toISOString() ?? null,
    limit: first?.limit ?? 0,
    total: projectId === null ? (first?.total ?? 0) : listed,
    caches,
  };
}

type FoundCache = ListedCache & { project_id: number };
const isListed = (row: ListedCache): row is FoundCache => row.project_id !== null;

const toCache = ({ project_id, project_name, bytes, used }: FoundCache): RunnerCache => ({
  project_id,
  project_name,
  bytes,
  used: used.toISOString(),
});

/** A runner that was deleted meanwhile reports into nothing. */
const storeStatement = `
  insert into runner_caches (runner_id, report) select id, $2::jsonb from runner where id = $1
  on conflict (runner_id) do update set measured = now(), report = excluded.report`;

const listStatement = `
  select measured, (report ->> 'limit')::float8 as limit, (report ->> 'total')::float8 as total,
         cache.project as project_id, project.name as project_name, cache.bytes, cache.used
    from runner_caches
    left join jsonb_to_recordset(report -> 'caches') as cache(project int, bytes float8, used timestamptz)
      on $2::int is null or cache.project = $2
    left join project on project.id = cache.project and project.deleting is null
   where runner_id = $1
   order by cache.bytes desc, cache.project`;

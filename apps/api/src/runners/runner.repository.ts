import { type CacheClearing, MAX_CLEARED_PROJECTS } from '@switchyard/contracts';
import { runnerPresent, Runner } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

/** Facts about the processes that used an identity, where there were none yet. */
export const UNUSED_IDENTITY = { instance: '', duplicateSeen: null, refusedAt: null, refusedReason: null } as const;

export const findRunner = (manager: EntityManager, id: number): Promise<Runner | null> =>
  manager.findOneBy(Runner, { id });

/** The runner, locked until the transaction ends. */
export const lockRunner = (manager: EntityManager, id: number): Promise<Runner | null> =>
  manager.findOne(Runner, { where: { id }, lock: { mode: 'pessimistic_write' } });

export const insertRunner = (manager: EntityManager, fresh: Partial<Runner>): Promise<Runner> =>
  manager.save(manager.create(Runner, fresh));

/** False when the runner is gone. */
export async function updateRunner(manager: EntityManager, id: number, changes: Partial<Runner>): Promise<boolean> {
  const { affected } = await manager.update(Runner, { id }, changes);
  return affected === 1;
}

export async function deleteRunner(manager: EntityManager, id: number): Promise<void> {
  await manager.delete(Runner, { id });
}

/** @param projectId whose own runners are meant; absent = all runners */
export async function listRunnerIds(manager: EntityManager, projectId?: number): Promise<number[]> {
  const runners = await manager.query<{ id: number }[]>(
    'select id from runner where $1::int is null or project_id = $1',
    [projectId ?? null],
  );
  return runners.map(({ id }) => id);
}

/** The runners clear their caches at their next poll. */
export async function requestCleaning(manager: EntityManager, ids: readonly number[]): Promise<void> {
  await manager.query(`update runner set cleaning_requested = date_trunc('milliseconds', now()) where id = any($1)`, [
    ids,
  ]);
}

/**
 * Global runners clear the caches of a project at their next poll: the tasks of any project may have run there.
 * @param request name of the request, new each time
 * @param runnerId the one runner that is meant; absent = all
 * @returns the runners
 */
export async function requestProjectClearing(
  manager: EntityManager,
  projectId: number,
  request: string,
  runnerId?: number,
): Promise<number[]> {
  const values = [projectId, request, MAX_CLEARED_PROJECTS, runnerId ?? null];
  const [updated] = await manager.query<[{ id: number }[], number]>(projectClearing, values);
  return updated.map(({ id }) => id);
}

/** How many runners may hold caches of a project, and which of them have yet to carry out a request to clear them. */
export async function countClearing(manager: EntityManager, projectId: number): Promise<CacheClearing> {
  const [found] = await manager.query<CacheClearing[]>(clearingState, [projectId]);
  return found ?? { runners: 0, left: 0, away: 0 };
}

/** A runner for which too many projects wait, because it has not polled for long, clears everything. */
const projectClearing = `
  update runner set clearing_request = $2,
      clearing_projects = case when waiting.is_full then '{}' else array_remove(clearing_projects, $1) || $1::int end,
      cleaning_requested = case when waiting.is_full then date_trunc('milliseconds', now()) else cleaning_requested end
    from (select id, cardinality(array_remove(clearing_projects, $1)) >= $3::int as is_full
            from runner where project_id is null and ($4::int is null or id = $4)
           order by id for no key update) as waiting
   where runner.id = waiting.id
  returning runner.id`;

/** A runner that never had a sign of life holds nothing. One that is to clear everything gets the request with its next sign of life. */
const clearingState = `
  select count(*)::int as runners,
         count(*) filter (where is_open and is_online)::int as left,
         count(*) filter (where is_open and not is_online)::int as away
    from (select $1 = any(clearing_projects) or coalesce(touched < cleaning_requested, false) as is_open,
                 ${runnerPresent()} as is_online
            from runner where touched is not null and (project_id is null or project_id = $1)) as held`;

import { attemptAlive, runnerOnline, runnerPresent, runnerRefused } from '@switchyard/database';
import { mostReserved, runsLow } from '../reservations/reservation-bounds.js';
import { isFree, lowerLimit, type DrainRunner } from './runner-matching.js';
import { RESERVED_TASKS } from '../reservations/reservations.js';
import { rows, type Executor } from '../statements/sql.js';

/** Up to which age an attempt shows how fast the slots of its runner come free, in seconds. */
const YOUNG_SECONDS = 2;

/** A runner as it stands in the database, with what it has to do. */
export interface RunnerLoad extends DrainRunner {
  name: string;
  /** It is present and accepts tasks. */
  online: boolean;
  /** Why it is not online; `new` = it has never connected. */
  unavailableReason: 'draining' | 'paused' | 'refused' | 'away' | 'new';
}

interface RunnerRow {
  id: number;
  name: string;
  project_id: number | null;
  tags: string[];
  is_default: boolean;
  apps: unknown;
  max_parallel_tasks: number;
  own_max_parallel_tasks: number;
  online: boolean;
  unavailable_reason: RunnerLoad['unavailableReason'];
  used: number;
  young: number;
  prepares_ahead: boolean;
  reserved: number[] | null;
  fresh: number[] | null;
}

const UNAVAILABLE_REASON = `
  case when not ${runnerPresent()} and ${runnerRefused()} then 'refused' when runner.touched is null then 'new'
       when not ${runnerPresent()} then 'away' when runner.draining then 'draining' else 'paused' end`;

/**
 * Every runner that is switched on, or every one that is off. Tasks without a tag go to the default runners of their project, or of
 * all projects, where there are any.
 */
export async function readRunners(on: Executor, active = true): Promise<RunnerLoad[]> {
  const found = await rows<RunnerRow>(
    on,
    `select runner.id, runner.name, runner.project_id, runner.tags, runner.is_default, runner.apps, runner.max_parallel_tasks, runner.own_max_parallel_tasks, runner.prepares_ahead,
            ${runnerOnline()} as online, ${UNAVAILABLE_REASON} as unavailable_reason, coalesce(c.n, 0)::int as used, coalesce(c.young, 0)::int as young,
            prepared.reserved, prepared.fresh
       from runner
       left join (
         select runner_id, count(*) as n, count(*) filter (where created > now() - interval '${YOUNG_SECONDS} s') as young
           from attempt where ${attemptAlive()} group by 1) c on c.runner_id = runner.id
       left join lateral ${RESERVED_TASKS} prepared on true
      where runner.active = $1 order by runner.id`,
    [active],
  );
  const withDefault = new Set(found.filter((runner) => runner.is_default).map((runner) => runner.project_id));
  return found.map((runner) => ({
    id: runner.id,
    name: runner.name,
    projectId: runner.project_id,
    tags: runner.tags,
    takesUntagged: runner.is_default || (runner.tags.length === 0 && !withDefault.has(runner.project_id)),
    apps: appsOf(runner),
    limit: lowerLimit(runner.max_parallel_tasks, runner.own_max_parallel_tasks),
    used: runner.used,
    young: runner.young,
    preparesAhead: runner.prepares_ahead,
    reserved: runner.reserved ?? [],
    fresh: runner.fresh ?? [],
    online: runner.online,
    unavailableReason: runner.unavailable_reason,
  }));
}

/** Ids of its apps; a row that holds something else offers none, so that it does not keep all others from their tasks. */
function appsOf({ apps }: { apps: unknown }): string[] {
  const listed: readonly unknown[] = Array.isArray(apps) ? apps : [];
  return listed.flatMap((app) =>
    typeof app === 'object' && app !== null && 'id' in app && typeof app.id === 'string' ? [app.id] : [],
  );
}

/** Runners that can take a task now. */
export const freeRunners = (runners: readonly RunnerLoad[]): RunnerLoad[] =>
  runners.filter((runner) => runner.online && isFree(runner));

/** Runners that have no free slot, or whose slots come free often, and prepare too few attempts. */
export const unpreparedRunners = (runners: readonly RunnerLoad[]): RunnerLoad[] =>
  runners.filter(
    (runner) =>
      runner.preparesAhead &&
      runner.online &&
      (!isFree(runner) || runner.young > 0) &&
      runsLow(runner.reserved.length, mostReserved(runner.limit, runner.young)),
  );

import { type PollRequest, type ProjectClearing, RUNNER_LOST_SECONDS, withTexts } from '@switchyard/contracts';
import { StatementBatcher, runnerPresent, storableText, givenArrays } from '@switchyard/database';
import {
  heldColumns,
  LIVING,
  type LivingAttempt,
  type RunnerAssignments,
  toAssignments,
} from './runner-assignments.js';
import { RESERVED_ATTEMPTS, type ReservedAttempt } from '../reservations/reservations.js';
import { LISTING_WAITS } from '../listings/take-listings.js';
import { SYNC_WAITS } from '../syncs/take-syncs.js';
import type { Holding } from '../leases/renew-leases.js';
import { DuplicateRunnerError, NotFoundError } from '../errors.js';
import { perEngine } from '../statements/per-engine.js';
import type { Engine } from '../ports.js';
import { rows, type Executor } from '../statements/sql.js';

/** Report of a runner about itself and the attempts it holds. */
export type RunnerReport = Pick<
  PollRequest,
  | 'apps'
  | 'version'
  | 'max_parallel_tasks'
  | 'instance'
  | 'platform'
  | 'separation'
  | 'paused_reason'
  | 'paused_problem'
  | 'held'
  | 'prepared'
  | 'projects_cleaned'
>;

/** Requests of the control plane to the runner itself. */
export interface RunnerRequests {
  /** When the clearing of its caches was last requested. */
  cleaningRequested: Date | null;
  /** Projects whose caches it has not cleared yet. */
  clearing: ProjectClearing | null;
  /** Listings of branches wait for some runner. */
  listingsWait: boolean;
}

interface Polling extends Holding {
  report: RunnerReport;
}

interface Touched {
  id: number;
  changed: boolean;
  duplicate: boolean;
  cleaning_requested: Date | null;
  clearing_projects: number[];
  clearing_request: string | null;
  living: LivingAttempt[] | null;
  reserved: ReservedAttempt[] | null;
  cleared: boolean;
  listings_wait: boolean;
}

/**
 * Takes a runner's report about itself as a sign of life and answers with its assignments. A runner that comes online,
 * whose process is another one, or whose tools, limit or pause changed, wakes a drain. Consoles get that too, and the first
 * sign of life after the clearing of the caches was requested, or with the report of a clearing. Of two processes with one identity the first one
 * keeps it as long as it polls; the other one is noted, refused and gets no job.
 * @throws NotFoundError, DuplicateRunnerError
 */
export async function pollRunner(
  engine: Engine,
  runnerId: number,
  report: RunnerReport,
): Promise<RunnerAssignments & RunnerRequests> {
  const touched = await polls(engine).run({ runnerId, held: report.held, report });
  if (!touched) {
    throw new NotFoundError('runner');
  }
  if (touched.duplicate) {
    engine.signals.runnersChanged([runnerId]);
    throw new DuplicateRunnerError();
  }
  if (touched.changed || touched.cleared) {
    engine.signals.runnersChanged([runnerId]);
  }
  if (touched.changed) {
    engine.signals.dispatchNeeded('runner online');
  }
  const assignments = await toAssignments(engine, report, {
    living: touched.living ?? [],
    // The row is read as it was before this report.
    reserved: report.paused_reason === null ? (touched.reserved ?? []) : [],
  });
  return {
    ...assignments,
    cleaningRequested: touched.cleaning_requested,
    clearing: clearingOf(touched, report),
    listingsWait: touched.listings_wait,
  };
}

/** A runner that can only clear everything keeps the caches: those of other projects would go with them. */
function clearingOf(
  { clearing_projects: projects, clearing_request: request }: Touched,
  { projects_cleaned: cleaned }: RunnerReport,
): ProjectClearing | null {
  const isOpen = cleaned !== undefined && request !== null && request !== cleaned && projects.length > 0;
  return isOpen ? { request, projects } : null;
}

const polls = perEngine(
  ({ dataSource }) => new StatementBatcher((polling: readonly Polling[]) => pollAll(dataSource, polling)),
);

/** Each of several polls of one runner finds what the one before has left; a poll may be repeated without harm. */
async function pollAll(on: Executor, polling: readonly Polling[]): Promise<(Touched | undefined)[]> {
  const first = new Map<number, Polling>();
  polling.forEach((poll) => first.set(poll.runnerId, first.get(poll.runnerId) ?? poll));
  const touched = await touch(on, [...first.values()]);
  const others = polling.filter((poll) => first.get(poll.runnerId) !== poll);
  const later = others.length > 0 ? await pollAll(on, others) : [];
  return polling.map((poll) =>
    first.get(poll.runnerId) === poll ? touched.get(poll.runnerId) : later[others.indexOf(poll)],
  );
}

/** @param polling at most one of a runner */
async function touch(on: Executor, polling: readonly Polling[]): Promise<Map<number, Touched>> {
  const reports = polling.map(({ report }) => report);
  const touched = await rows<Touched>(on, touchStatement, [
    polling.map(({ runnerId }) => runnerId),
    ...heldColumns(polling),
    reports.map(({ apps }) => JSON.stringify(apps)),
    reports.map(({ version }) => version),
    reports.map(({ max_parallel_tasks: most }) => most),
    reports.map(({ instance }) => instance),
    reports.map(({ platform }) => platform),
    reports.map(({ paused_reason: reason }) => reason),
    RUNNER_LOST_SECONDS,
    reports.map(({ projects_cleaned: cleaned }) => cleaned ?? null),
    reports.map(({ paused_problem: problem }) => problem && JSON.stringify(withTexts(problem, storableText))),
    reports.map(({ prepared }) => prepared !== undefined),
    reports.map(({ separation }) => separation ?? null),
  ]);
  return new Map(touched.map((runner) => [runner.id, runner]));
}

const touchStatement = `
  with report as (
    select * from unnest(${givenArrays([1, 'int'], [5, 'jsonb'], [6, 'text'], [7, 'int'], [8, 'text'], [9, 'text'], [10, 'text'], [12, 'text'], [13, 'jsonb'], [14, 'bool'], [15, 'text'])})
      as report(runner, apps, version, own_max_parallel_tasks, instance, platform, paused_reason, projects_cleaned, paused_problem, prepares_ahead, separation)),
  before as (
    select runner.id, report.*, runner.cleaning_requested, runner.clearing_projects, runner.clearing_request,
           not ${runnerPresent()} or runner.apps <> report.apps
             or runner.own_max_parallel_tasks <> report.own_max_parallel_tasks
             or runner.paused_reason is distinct from report.paused_reason or runner.instance <> report.instance
             or coalesce(touched < cleaning_requested, false) as changed,
           runner.clearing_projects <> '{}' and coalesce(runner.clearing_request = report.projects_cleaned, false) as cleared,
           coalesce(report.instance <> '' and runner.instance not in ('', report.instance)
             and instance_seen > now() - make_interval(secs => $11), false) as duplicate
      from report join runner on runner.id = report.runner order by runner.id for no key update of runner),
  kept as (
    update runner set touched = now(), apps = before.apps, version = before.version, platform = before.platform,
        separation = before.separation,
        own_max_parallel_tasks = before.own_max_parallel_tasks, paused_reason = before.paused_reason,
        paused_problem = before.paused_problem, prepares_ahead = before.prepares_ahead,
        instance = before.instance, instance_seen = now(),
        clearing_projects = case when runner.clearing_request = before.projects_cleaned then '{}'
          else runner.clearing_projects end
      from before where runner.id = before.id and not before.duplicate),
  refused as (
    update runner set duplicate_seen = now()
      from before where runner.id = before.id and before.duplicate
       and coalesce(duplicate_seen, '-infinity') < now() - interval '10 s'),
  polling as (select id as runner_id from before where not duplicate),
  ${LIVING}
  select before.id, changed, cleared, duplicate, before.cleaning_requested, before.clearing_projects,
         before.clearing_request, living,
         (${LISTING_WAITS} or ${SYNC_WAITS}) as listings_wait, ${RESERVED_ATTEMPTS} as reserved
    from before join runner on runner.id = before.id left join listed on listed.runner_id = before.id`;

import { backoff } from '@switchyard/concurrency';
import { problem, sentProblem, type SentProblem } from '@switchyard/contracts';
import { type RowOf, type Schedule, settleEach, taskFinal } from '@switchyard/database';
import { stopTask } from '../life-cycle/stop-task.js';
import type { UpdateRow } from '../life-cycle/task-update.js';
import type { Engine } from '../ports.js';
import { nextRun } from '../schedules/calendar.js';
import type { ClaimedSchedule } from '../schedules/claim-schedules.js';
import { launchSchedules } from '../schedules/launch-schedules.js';
import { storeRuns } from '../schedules/due-times.js';
import { type Executor, row, rows } from '../statements/sql.js';
import type { EndingListing, ListingResult } from './listing-report.js';

/** Pause before the check after one that failed, in seconds. */
const PAUSE_SECONDS = { min: 60, max: 3_600 };

type CommitCheck = EndingListing & { schedule_id: number };
type Copied = 'last_commit' | 'check_failures' | 'overlap_policy' | 'next_due';
type CheckedSchedule = ClaimedSchedule & Pick<RowOf<Schedule>, Copied>;

/** Result of a check. */
interface CheckResult {
  result: ListingResult;
  /** IANA zone of schedules that name none. */
  zone: string;
}

/** The commit of the branch, or why there is none. */
function commitOf({ branch }: Pick<EndingListing, 'branch'>, result: ListingResult): string | SentProblem {
  const [, commit] = result.branches[0] ?? [];
  return result.problem ?? commit ?? sentProblem(problem('branch_gone', { name: branch }));
}

/** The earlier tasks of a schedule that replaces them are stopped before the new one: a stop has a transaction of its own. */
export async function stopReplaced(engine: Engine, listing: EndingListing, result: ListingResult): Promise<void> {
  const commit = commitOf(listing, result);
  if (listing.schedule_id === null || typeof commit !== 'string') {
    return;
  }
  const replaced = await rows<{ taskId: number; projectId: number }>(
    engine.dataSource,
    `select task.id as "taskId", task.project_id as "projectId"
       from schedule s join task on task.schedule_id = s.id and not ${taskFinal()} and task.status <> 'stopping'
      where s.id = $1 and s.active and s.overlap_policy = 'replace' and s.last_commit <> $2`,
    [listing.schedule_id, commit],
  );
  await settleEach(replaced, (task) =>
    stopTask(engine, { ...task, force: false, problem: problem('superseded_by_schedule') }),
  );
}

/** Starts the task of a schedule when the branch has another commit than its last task. Answers the task, if any. */
export async function endCheck(
  engine: Engine,
  on: Executor,
  check: CommitCheck,
  checked: CheckResult,
): Promise<UpdateRow[]> {
  const schedule = await row<CheckedSchedule>(on, scheduleStatement, [check.schedule_id, checked.zone, check.due]);
  if (!schedule) {
    return [];
  }
  const commit = commitOf(check, checked.result);
  if (typeof commit !== 'string') {
    await noteFailure(on, schedule, commit);
    return [];
  }
  if (commit === schedule.last_commit || schedule.busy) {
    await noteCheck(on, schedule.id, schedule.last_commit);
    return [];
  }
  const [outcome] = await launchSchedules(engine, on, [schedule]);
  if (!outcome) {
    return [];
  }
  await storeRuns(on, [{ schedule, ...outcome }]);
  await (outcome.update ? noteCheck(on, schedule.id, commit) : noteFailure(on, schedule, null));
  return outcome.update ? [outcome.update] : [];
}

/** An inactive schedule starts nothing, also when it was active at its due time. */
const scheduleStatement = `
  select s.id, s.project_id, s.template_id, s.repository_id, s.name, s.type, s.cron_format,
         coalesce(nullif(s.timezone, ''), $2) as timezone, s.overlap_policy, s.missed_policy, s.task_params, s.secret,
         s.delete_after_run, s.last_commit, s.check_failures, s.next_due, clock_timestamp() as now,
         coalesce($3, now()) as due, false as decided,
         (s.overlap_policy = 'skip' and exists (
           select from task where task.schedule_id = s.id and not ${taskFinal()})) as busy
    from schedule s join project p on p.id = s.project_id and p.deleting is null
   where s.id = $1 and s.active and s.repository_id is not null
     for key share of p for no key update of s`;

const noteCheck = (on: Executor, id: number, commit: string): Promise<object[]> =>
  rows(
    on,
    'update schedule set checked = now(), check_problem = null, check_failures = 0, last_commit = $2 where id = $1',
    [id, commit],
  );

/** The next check waits longer with each failure. @param why null = the launch was refused, which its due time has */
async function noteFailure(on: Executor, schedule: CheckedSchedule, why: SentProblem | null): Promise<void> {
  const { id, check_failures: before, cron_format: cron, timezone, now } = schedule;
  const pause = backoff(before + 1, PAUSE_SECONDS);
  const next = nextRun({ cron, timezone }, new Date(now.getTime() + pause * 1000));
  await rows(
    on,
    `update schedule set checked = now(), check_problem = $2, check_failures = check_failures + 1,
            next_due = greatest(next_due, $3) where id = $1`,
    [id, why && JSON.stringify(why), next],
  );
}

import { problem } from '@switchyard/contracts';
import { fulfilled, settleEach } from '@switchyard/database';
import { NotFoundError, RunRefusedError } from '../errors.js';
import { announceTasks } from '../life-cycle/announce-tasks.js';
import { stopTask } from '../life-cycle/stop-task.js';
import type { UpdateRow } from '../life-cycle/task-update.js';
import type { Engine } from '../ports.js';
import type { Executor } from '../statements/sql.js';
import { wholeOrApart } from '../statements/whole-or-apart.js';
import {
  type ClaimedSchedule,
  claimSchedules,
  findReplaced,
  findReplacedRuns,
  untilNextDue,
} from './claim-schedules.js';
import { dueDecision } from './due-decision.js';
import { requestChecks, wakeListers } from '../listings/request-listings.js';
import { FAILED, launchSchedules } from './launch-schedules.js';
import { advance, type Firing, type Outcome, storeRuns } from './due-times.js';
import { startWorkflows } from './start-workflows.js';
import { announceRuns } from '../workflows/advance-held.js';
import { settleQueues } from '../workflows/settle-queues.js';
import { stopRun } from '../workflows/stop-run.js';

/** Most schedules of one transaction. */
const BATCH = 500;

/** Result of one look at the schedules. */
export interface FiredSchedules {
  /** Tasks that were started, those of workflows among them. */
  started: number;
  /** Errors of due times that could not be stored; another look tries again. */
  failures: unknown[];
  /** Milliseconds until a schedule is due, 0 or less = now; null = none ever is. */
  nextMs: number | null;
}

/**
 * Starts the tasks and runs of all schedules that are due. A due time is a row, stored in the transaction of its task or run, so that
 * it has one at most, however many dispatchers look. A launch that is refused is noted at its due time.
 * @param zone IANA zone of schedules that name none
 */
export async function fireSchedules(engine: Engine, zone: string): Promise<FiredSchedules> {
  const failed: FailedSchedule[] = [];
  const failures: unknown[] = [];
  let started = 0;
  for (let more = true; more;) {
    failures.push(...(await stopReplaced(engine)));
    const without = failed.map(({ id }) => id);
    const round = await fireRound(engine, zone, without);
    announce(engine, round);
    await (round.checks > 0 ? wakeListers(engine) : undefined);
    await (round.projectIds.length > 0 ? settleQueues(engine) : undefined);
    started += round.updates.length;
    failed.push(...round.failed);
    more = round.claimed === BATCH;
  }
  const nextMs = await untilNextDue(engine.dataSource);
  return { started, failures: [...failures, ...failed.map(({ reason }) => reason)], nextMs };
}

function announce(engine: Engine, { updates, hasMissed, projectIds }: Round): void {
  announceTasks(engine, updates);
  if (projectIds.length > 0) {
    announceRuns(engine, projectIds, []);
  }
  if (hasMissed) {
    engine.signals.alertsDue();
  }
  if (updates.length > 0) {
    engine.signals.dispatchNeeded('schedules fired');
  }
}

/** The earlier tasks and runs of what replaces them are stopped first: after a crash the due time is still due. */
async function stopReplaced(engine: Engine): Promise<unknown[]> {
  const replaced = await findReplaced(engine.dataSource, BATCH);
  const tasks = await settleEach(replaced, (task) =>
    stopTask(engine, { ...task, force: false, problem: problem('superseded_by_schedule') }),
  );
  const runs = await settleEach(await findReplacedRuns(engine.dataSource, BATCH), (run) => stopEarlier(engine, run));
  return [...tasks, ...runs].flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
}

/** A run that has ended or is gone meanwhile needs no stop. */
async function stopEarlier(engine: Engine, run: { runId: number; projectId: number }): Promise<void> {
  try {
    await stopRun(engine, { ...run, userId: null });
  } catch (error) {
    if (!(error instanceof RunRefusedError || error instanceof NotFoundError)) {
      throw error;
    }
  }
}

interface FailedSchedule {
  id: number;
  reason: unknown;
}

interface Round {
  claimed: number;
  failed: FailedSchedule[];
  updates: UpdateRow[];
  /** Some due time started nothing, of which people may want an alert. */
  hasMissed: boolean;
  /** Checks for new commits that were requested. */
  checks: number;
  /** Projects in which runs of workflows were started. */
  projectIds: number[];
}

/** What a schedule has started; nothing where it looks for commits, left its due time out, or was refused. */
interface Fired {
  updates: UpdateRow[];
  isStarted: boolean;
}

function fireRound(engine: Engine, zone: string, without: readonly number[]): Promise<Round> {
  return wholeOrApart(engine.dataSource, async (manager, together) => {
    const claimed = await claimSchedules(manager, { limit: BATCH, without, zone });
    const settled = await together(claimed, (on, some) => fireTogether(engine, on, some));
    const failed = settled.flatMap((each, i) =>
      each.status === 'rejected' ? [{ id: claimed[i]?.id ?? 0, reason: each.reason as unknown }] : [],
    );
    return {
      claimed: claimed.length,
      failed,
      updates: fulfilled(settled).flatMap(({ updates }) => updates),
      hasMissed: settled.some(
        (each, i) => each.status === 'fulfilled' && !each.value.isStarted && claimed[i]?.repository_id === null,
      ),
      checks: claimed.filter(({ repository_id: id }) => id !== null).length,
      projectIds: claimed.flatMap(({ workflow_id: id, project_id: projectId }) => (id === null ? [] : [projectId])),
    };
  });
}

/**
 * The task or run of each schedule, one at most. They come last, as they hold the counters of their templates until the end of
 * the transaction; those of others who fire at this moment wait there.
 */
async function fireTogether(engine: Engine, on: Executor, claimed: readonly ClaimedSchedule[]): Promise<Fired[]> {
  const firings = claimed.map(firingOf);
  await advance(on, firings);
  const [checks, decided] = parted(firings, (each) => each.schedule.repository_id !== null && each.result !== 'failed');
  await requestChecks(
    on,
    checks.map(({ schedule }) => schedule),
  );
  const open = decided.filter(({ schedule }) => !schedule.decided);
  const [starting, others] = parted(open, ({ result }) => result === 'started');
  const outcomes = await startSchedules(
    engine,
    on,
    starting.map(({ schedule }) => schedule),
  );
  await storeRuns(on, [
    ...others.map((firing) => ({ ...firing, issues: [] })),
    ...starting.map((firing, i) => ({ ...firing, ...(outcomes[i] ?? FAILED) })),
  ]);
  const fired = new Map(starting.map(({ schedule }, i) => [schedule.id, outcomes[i]]));
  return claimed.map(({ id }) => firedOf(fired.get(id)));
}

const firedOf = ({ result, update, updates = [] }: Partial<Outcome> = {}): Fired => ({
  updates: [...(update ? [update] : []), ...updates],
  isStarted: result === 'started',
});

/** The tasks of those that start templates, and the runs of those that start workflows. */
async function startSchedules(engine: Engine, on: Executor, schedules: readonly ClaimedSchedule[]): Promise<Outcome[]> {
  const [launching, running] = parted(schedules, ({ workflow_id: id }) => id === null);
  const launched = (await launchSchedules(engine, on, launching)).values();
  const begun = (await startWorkflows(engine, on, running)).values();
  return schedules.map(({ workflow_id: id }) => (id === null ? launched : begun).next().value ?? FAILED);
}

/** Those for which `belongs` holds, and the others. */
function parted<T>(all: readonly T[], belongs: (each: T) => boolean): [T[], T[]] {
  return [all.filter(belongs), all.filter((each) => !belongs(each))];
}

/** Decides about a schedule. A zone or an expression that this version does not know fails and has no next time. */
export function firingOf(schedule: ClaimedSchedule): Firing {
  try {
    return { schedule, ...dueDecision(schedule, schedule.now) };
  } catch {
    return { schedule, result: 'failed', next: null };
  }
}

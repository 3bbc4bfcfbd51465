/**
 * The verbs of the engine. Each takes an `Engine` first, does its work in one statement or one transaction, and
 * sends signals after the commit. Effects of a move beside the status stand in `life-cycle/transitions.ts`; here stands who
 * calls a verb, what must hold (guards), which transition it makes, and what it throws. A guard that does not hold leaves
 * everything as it is. Every refusal is an `EngineError`.
 *
 * Calls marked "gathered" share a statement with equal calls of the same moment; one that fails leaves the others alone.
 * Calls of a runner carry its lease as fencing token: attempt, lease and runner must be those of the stored attempt, else
 * `LeaseLostError`, and the refusal is noted in the history.
 */

// People, integrations, schedules.

/** `created`. Guards: what it names is of its project, overrides fit. Throws NotFound, LaunchRefused. Gathered. */
export { launchTask } from './launch/launch-task.js';
/** The same without storing anything: what it would drop. Throws as `launchTask`. */
export { judgeLaunch } from './launch/launch-task.js';
/** Judges what an integration is to launch with, but for answers, which webhooks may give. Throws NotFound, LaunchRefused. */
export { integrationParams, integrationSecret } from './integrations/integration-params.js';
/** Judges what a schedule is to launch with by the rules of a launch. Throws NotFound, LaunchRefused. */
export { partedParams } from './launch/stored-params.js';
export { scheduleParams } from './schedules/schedule-params.js';
/** `stop_requested` when a runner has the task, else or with force `finished`. Null when it has ended. Throws NotFound. */
export { stopIfThere, stopTask } from './life-cycle/stop-task.js';
/** `confirmed`, `rejected`. Guard: waits for a decision; of several people one wins. Throws NotFound, IllegalTransition. */
export { confirmTask, rejectTask } from './plans/decide-task.js';
/** `created` for the plan of a pull request that was reviewed. Guard: newest plan of its last commit, not applied. Throws NotFound, ReviewRefused. */
export { applyReviewed, reviewRefusal } from './reviews/apply-reviewed.js';
export { refuseReview } from './reviews/refuse-review.js';
export { noteHead } from './reviews/pull-request-heads.js';
/** `finished` for what runners have of a project. Throws AggregateError. */
export { stopHeldTasks } from './retention/remove-projects.js';
/** Removes a task with attempts, log and results. Guard: has ended. Throws NotFound, TaskActive. */
export { deleteTask } from './life-cycle/delete-task.js';
/** Reads the tags that waiting tasks need and no runner offers. */
export { wantedTags } from './dispatch/wanted-tags.js';
/** Reads which runners are ready for a project, and the templates that no runner could take. */
export { projectReadiness } from './dispatch/project-readiness.js';

// A runner.

/** Sign of life, report, jobs, orders, stale attempts; notes `claimed`. Throws NotFound, DuplicateRunner. Gathered. */
export { pollRunner } from './runners/poll-runner.js';
/** The same without the report, for a poll that was woken. A job that was stopped before it was taken is `finished`. */
export { readAssignments } from './runners/runner-assignments.js';
/** Renews the leases a runner holds; answers orders and stale attempts. Guards: lease, alive. Gathered. */
export { LeaseRenewals } from './leases/lease-renewals.js';
/** `started`. Guards: lease, `starting`. Repeats have no effect. Answers the order in force. Throws LeaseLost. Gathered. */
export { startAttempt } from './attempts/start-attempt.js';
/** Reads an attempt and its task for a call of its runner. Guards: lease, alive. Throws LeaseLost. Gathered. */
export { readLivingAttempt } from './attempts/held-attempt.js';
/** Commit, plan summary, command. Guards: lease, alive, newest attempt. Throws LeaseLost. */
export { recordProgress } from './attempts/record-progress.js';
/** Appends chunks, each once. Guards: lease, next line expected, size. Answers stored, gap or stale per chunk. */
export { appendLog } from './log/append-log.js';
/** Saves the outputs of an attempt, in place of those that its task published before. Guards: lease, alive. Throws LeaseLost. */
export { saveOutputs } from './attempts/save-outputs.js';
/** Hosts, failed steps, stages. Guards: lease, alive. Throws LeaseLost. */
export { saveResults } from './attempts/save-results.js';
/** Keeps or hands out the plan file; its blob is whole before a row names it. Guards: lease, alive; to read, confirmed. Throws LeaseLost, PlanMissing. */
export { readPlan, storePlan } from './plans/plans.js';
/** Keeps what a plan would do, for people; its blob is whole before a row names it. Guards: lease, alive. Throws LeaseLost. */
export { readPlanView, storePlanView } from './plans/plan-views.js';
/**
 * `planned` or `finished`; a success also makes `created` for each deploy that follows by itself. Guards: lease, log
 * complete, plan stored. Repeats have no effect. Where its runner goes on, `assigned` for a task that is reserved for it (`handOver`).
 * Throws LeaseLost, LogIncomplete, IllegalTransition, PlanMissing. Gathered.
 */
export { finishAttempt } from './attempts/finish-attempt.js';
/** Whether the tool of a lost attempt may go on: it applies, and still has the lock of its state. Guards: lease, lost. */
export { mayGoOn } from './attempts/lost-attempt.js';
/** Nothing of the attempt runs any more: its lock counts no longer, the task notes it. Repeats have no effect. Throws LeaseLost. */
export { settleAttempt } from './attempts/settle-attempt.js';
/** Notes what became known about a task after its end. */
export { noteOnTask } from './life-cycle/task-notes.js';
/** A runner process ends: it gets no more tasks. Guard: holds the identity. */
export { leaveRunner } from './runners/leave-runner.js';

// The api, when a task can never be served.

/** `finished` as error. Guards: the runner has not taken the job (`failUntaken`), lease (`failHeld`, throws LeaseLost). */
export { failHeld, failUntaken } from './attempts/fail-attempt.js';

// The dispatcher.

/** `assigned`, until nothing fits; one drain at a time. A task whose own row is to blame is `finished` as error. */
export { assignTasks } from './dispatch/assign-tasks.js';
/** Writes why the other tasks wait. Guard: still queued. Throws AggregateError when the rest is done. */
export { explainWaiting } from './dispatch/explain-waiting.js';
/** `requeued` or `finished`. Guards: lease expired, status and attempt as read, api present. Throws AggregateError. */
export { expireLeases } from './leases/expire-leases.js';
/** `canceled`. Guard: waits for a decision. Throws AggregateError. */
export { expireDecisions } from './plans/expire-decisions.js';
/** Marks the api or the dispatcher as present; after an absence extends every lease. */
export { keepPresence, PRESENCE_SECONDS } from './leases/presence.js';
/** Signals runners that fell silent or came back. */
export { PresenceWatch } from './runners/presence-watch.js';
/** Bounds of what is kept. Guard for tasks: ended, not the newest successful build. Throws AggregateError. */
export { deleteOldTasks } from './retention/delete-old-tasks.js';
/** Removes what is left of projects that are being deleted, for a while. Throws AggregateError when the others are done. */
export { removeProjects } from './retention/remove-projects.js';
export { BLOB_KINDS, blobFolder } from './blobs/blob-kinds.js';
export { takeOverBlobs } from './blobs/take-over-blobs.js';
export { collectBlobs, collectSegments, namedBlobs, namedOf } from './retention/collect-blobs.js';
/** Moves logs of ended tasks to the blob store. Guards: the log is closed, and still where it was. Throws AggregateError. */
export { archiveLogs } from './log/archive-logs.js';
export { deleteOldEvents } from './history/delete-old-events.js';
/** Starts what schedules have planned. Each due time is a row of the transaction of its task. Gathered. */
export { fireSchedules } from './schedules/fire-schedules.js';
/** Requests the branches of a repository, reads them. A fresh listing is not requested again. */
export { hasLister, requestBranches } from './listings/request-listings.js';
/** Hands listings to a runner under a lease. */
export { takeListings } from './listings/take-listings.js';
/** Syncs of projects (ADR 0105): requested, handed to a runner under a lease, held and ended in the transaction that applies its files. */
export { requestSync } from './syncs/request-sync.js';
export { endSync, holdSync, isSyncLease, takeSyncs } from './syncs/take-syncs.js';
export { readTest, removeTest, requestTest } from './listings/test-repository.js';
/** Takes what a runner listed; the check of a schedule starts its task. Guards: lease, runner. Throws LeaseLost. */
export { endListing } from './commit-checks/end-listing.js';
/** Gives up listings that no runner makes, wakes runners for the others. Throws AggregateError. */
export { sweepListings } from './commit-checks/sweep-listings.js';
export { deleteOldRuns } from './schedules/due-times.js';
export { deleteOldCommitLaunches } from './launch/commit-launches.js';
export { deleteOldLaunchKeys } from './launch/launch-keys.js';
export { stopOlderTasks } from './launch/stop-older-tasks.js';

// A restore from a backup.

/** `finished` for all that was under way, without a decision to wait for; ends deliveries, skips due times. In its transaction. */
export { settleRestored } from './restore/settle-restored.js';

// An import.

/** Stores tasks of another product that have ended, each once; no transition. Guards: its template, of the project, has not run here. */
export { importTasks } from './imports/import-tasks.js';

// Consumers of the events of tasks.

/** Reads transitions behind a cursor; loses none, repeats none, keeps the order of each task. */
export { TransitionFeed } from './history/transition-feed.js';
export { DayCounter, deleteOldDays } from './stats/count-days.js';
/** Writes deliveries of alerts: one for each event and target, whatever ends in between. */
export { AlertWriter } from './alerts/alert-writer.js';
/** Writes messages to forges: what the tasks of their commits come to. */
export { reportAwaitedCommit } from './commit-statuses/approval-status.js';
export { CommitStatusWriter } from './commit-statuses/commit-status-writer.js';
/** Writes a delivery that tries a channel. */
export { sendTestAlert } from './alerts/test-alert.js';

// Workflows: the api, but for the first, which is the dispatcher's.

/** Takes over ends of tasks, launches what follows, stops what lives of stopped runs. Each run is held by one process. Throws AggregateError. */
export { advanceRuns, untilNodeDue } from './workflows/advance-runs.js';
export { startRun } from './workflows/start-run.js';
export type { AlsoStored } from './workflows/held-run.js';
/** Guards: waits, may decide, reason. Throws NotFound, RunRefused. */
export { approverFault, decideApproval } from './workflows/approval.js';
/** Guard: not over. Throws NotFound, RunRefused. */
export { stopRun } from './workflows/stop-run.js';
/** Guard: over, and something failed. Throws NotFound, RunRefused. */
export { retryRun } from './workflows/retry-run.js';
/** Guard: a delay that waits; else as a retry. Throws NotFound, RunRefused. */
export { skipNode } from './workflows/skip-node.js';
export { deleteOldWorkflowRuns } from './workflows/delete-old-runs.js';

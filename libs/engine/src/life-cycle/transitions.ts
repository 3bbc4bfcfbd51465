import { mayMove, TASK_STATUSES, type TaskStatus } from '@switchyard/contracts';
import type { TaskTransition } from '@switchyard/database';
import {
  type ActivityColumns,
  canceledActivity,
  confirmedActivity,
  finishedActivity,
  LAUNCHED_BY,
  queuedActivity,
  rejectedActivity,
  runningActivity,
} from './activity-texts.js';
import type { Transition } from './transition.js';

const QUEUED = { waiting_reason: `'queued'`, waiting_for: 'null' };
const NOT_QUEUED = { waiting_reason: 'null', waiting_for: 'null' };
const END_REASON = { end_reason: 'input.reason', end_problem: 'input.problem' };
/** A stop that was ordered has given the reason, which stays unless the runner reports another. */
const KEPT_REASON = {
  end_reason: `coalesce(input.reason, case when input."to" = 'stopped' then task.end_reason end)`,
  end_problem: `case when input.reason is null and input."to" = 'stopped' then task.end_problem else input.problem end`,
};
const END_CODE = `task.problem ->> 'code'`;
const DECIDED = { decided_by: 'input.actor', decided: 'now()' };

const NUMBER = `jsonb_build_object('number', task.attempt_number)`;
const END = `jsonb_strip_nulls(jsonb_build_object('outcome', attempts.outcome, 'reason', attempts.reason, 'lines', logs.lines))`;

const byStarter = (columns: ActivityColumns) => ({ ...columns, actor: 'task.user_id' });
const byDecider = (columns: ActivityColumns) => ({ ...columns, actor: 'task.decided_by' });
const decidedEvent = { origin: `'user'`, actor: 'task.decided_by' };

const leadTo = (to: TaskStatus): TaskStatus[] => TASK_STATUSES.filter((from) => mayMove(from, to));

/**
 * The life cycle of a task: each way from status to status, and all that happens with it. Every statement that writes
 * `task.status` is made from a row of this table by `composeMove`; an insertion records itself by the row `created`.
 */
export const TRANSITIONS = {
  /** A launch is stored. */
  created: {
    from: [],
    to: ['waiting'],
    inputs: [],
    writes: {},
    attempt: 'none',
    removesPlan: false,
    event: { origin: LAUNCHED_BY, actor: 'task.user_id' },
    activity: byStarter(queuedActivity),
    deliveries: 'task.queued',
    wakes: { dispatchers: true, runner: false },
  },
  /** A drain gives the task to a runner. The attempt that applies a plan goes on in the log of the one that made it. */
  assigned: {
    from: ['waiting', 'confirmed'],
    to: ['starting'],
    inputs: ['runner'],
    writes: {
      ...NOT_QUEUED,
      runner_id: 'input.runner',
      attempt_number: 'task.attempt_number + 1',
      log_attempt: 'case when task.decided is null then task.attempt_number + 1 else task.log_attempt end',
    },
    attempt: 'begin',
    removesPlan: false,
    event: { origin: `'system'`, detail: NUMBER },
    activity: null,
    deliveries: null,
    wakes: { dispatchers: false, runner: true },
  },
  /** The runner is about to spawn the tool. The start of a task is that of its first attempt that ran. */
  started: {
    from: ['starting'],
    to: ['running'],
    inputs: [],
    writes: { started: 'coalesce(task.started, now())' },
    attempt: 'run',
    removesPlan: false,
    event: { origin: `'runner'` },
    activity: byStarter(runningActivity),
    deliveries: null,
    wakes: { dispatchers: false, runner: false },
  },
  /** The attempt has made a plan: the task waits for a decision, without runner and slot. */
  planned: {
    from: ['running'],
    to: ['waiting_confirmation'],
    inputs: [],
    writes: { planned: 'now()' },
    attempt: 'end',
    ends: { outcome: `'planned'`, reason: 'null' },
    removesPlan: false,
    event: { origin: `'runner'`, detail: END },
    activity: null,
    deliveries: null,
    wakes: { dispatchers: true, runner: false },
  },
  /** People let the plan be applied: the task is queued again. */
  confirmed: {
    from: ['waiting_confirmation'],
    to: ['confirmed'],
    inputs: ['actor'],
    writes: { ...DECIDED, ...QUEUED },
    attempt: 'none',
    removesPlan: false,
    event: decidedEvent,
    activity: byDecider(confirmedActivity),
    deliveries: 'task.queued',
    wakes: { dispatchers: true, runner: false },
  },
  /** People refuse the plan: nothing is applied. */
  rejected: {
    from: ['waiting_confirmation'],
    to: ['rejected'],
    inputs: ['actor'],
    writes: { ...DECIDED, ended: 'now()' },
    attempt: 'none',
    removesPlan: true,
    event: decidedEvent,
    activity: byDecider(rejectedActivity),
    deliveries: 'task.finished',
    wakes: { dispatchers: true, runner: false },
  },
  /** A stop of a task that a runner has is an order to that runner. */
  stop_requested: {
    from: ['starting', 'running'],
    to: ['stopping'],
    inputs: ['actor', 'reason', 'problem'],
    writes: { stopped_by: 'input.actor', ...END_REASON },
    attempt: 'order-stop',
    removesPlan: false,
    event: { origin: `'user'`, actor: 'task.actor', reasonCode: END_CODE },
    activity: null,
    deliveries: null,
    wakes: { dispatchers: false, runner: true },
  },
  /** The lease expired before the tool was spawned: the task is queued again, for the apply when its plan is confirmed. */
  requeued: {
    from: ['starting'],
    to: ['waiting', 'confirmed'],
    inputs: ['to'],
    writes: { ...QUEUED, runner_id: 'null' },
    attempt: 'end',
    ends: { outcome: `'lease_expired'`, reason: 'null' },
    removesPlan: false,
    event: { origin: `'system'`, reasonCode: `'lease_expired'`, detail: END },
    activity: null,
    deliveries: 'task.queued',
    wakes: { dispatchers: true, runner: true },
  },
  /** The task is over, and its living attempt with it, if there is one. */
  finished: {
    from: leadTo('stopped'),
    to: ['success', 'error', 'stopped'],
    inputs: ['to', 'outcome', 'reason', 'problem', 'exit_code', 'origin', 'actor'],
    writes: {
      ...NOT_QUEUED,
      ended: 'now()',
      ...KEPT_REASON,
      exit_code: 'input.exit_code',
      stopped_by: 'coalesce(input.actor, task.stopped_by)',
    },
    attempt: 'end',
    ends: { outcome: 'input.outcome', reason: 'input.reason' },
    removesPlan: true,
    event: { origin: 'task.origin', actor: 'task.actor', reasonCode: END_CODE, detail: END },
    activity: byStarter(finishedActivity),
    deliveries: 'task.finished',
    wakes: { dispatchers: true, runner: true },
  },
  /** Nobody has decided about the plan in time, or the system ends for another cause what no runner has. */
  canceled: {
    from: leadTo('canceled'),
    to: ['canceled'],
    inputs: ['reason', 'problem'],
    writes: { ...NOT_QUEUED, ended: 'now()', ...END_REASON },
    attempt: 'none',
    removesPlan: true,
    event: { origin: `'system'`, reasonCode: END_CODE },
    activity: byStarter(canceledActivity),
    deliveries: 'task.finished',
    wakes: { dispatchers: true, runner: false },
  },
} as const satisfies Record<TaskTransition, Transition>;

/** The moves of a transition that the contracts allow, as pairs of status before and after. */
export const movesOf = ({ from, to }: Pick<Transition, 'from' | 'to'>): [TaskStatus, TaskStatus][] =>
  from.flatMap((before) =>
    to.filter((after) => mayMove(before, after)).map((after) => [before, after] as [TaskStatus, TaskStatus]),
  );

export type TransitionName = keyof typeof TRANSITIONS;

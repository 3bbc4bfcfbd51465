import { isFinal, type TaskStatus } from '@switchyard/contracts';
import { StatementBatcher, type AttemptOutcome, type TaskEventOrigin } from '@switchyard/database';
import { type EndReason, storableEnd } from './end-reason.js';
import type { Engine } from '../ports.js';
import { perEngine } from '../statements/per-engine.js';
import type { Executor } from '../statements/sql.js';
import { type MovedTask, type MoveItem, mover } from './mover.js';

/** How a task ends. */
export interface Closing {
  taskId: number;
  /** The status that was seen; nothing happens when the task has another one by now. */
  from: TaskStatus;
  /** The number of the attempt that was seen, with the same meaning. */
  attemptNumber: number;
  to: TaskStatus;
  /** Outcome of the attempt that is alive, if there is one. */
  outcome: AttemptOutcome;
  /** Why; null = there is nothing to explain. */
  end: EndReason | null;
  exitCode?: number | null;
  /** Origin of the end; by default the control plane. */
  origin?: TaskEventOrigin;
  /** The user who ends it. */
  userId?: number | null;
  /** False when no runner has a webhook, so that there is nothing to deliver. Default true. */
  notifiesRunners?: boolean;
}

const GUARDS = ['task', 'from', 'attempt_number'] as const;
const finish = mover('finished', GUARDS);
const finishSilently = mover('finished', GUARDS, { deliveries: false });

/**
 * Ends a task and its living attempt in one statement: the transition `finished`.
 * @returns the ended task, or undefined when it had moved on
 */
export async function closeTask(on: Executor, closing: Closing): Promise<MovedTask | undefined> {
  const { notifiesRunners = true } = closing;
  return (await (notifiesRunners ? finish : finishSilently)(on, [itemOf(closing)]))[0];
}

/**
 * As {@link closeTask}, together with other tasks that end in the same moment and not in a transaction. Of several
 * calls about one task the first one counts.
 */
export function closeTogether(engine: Engine, closing: Closing): Promise<MovedTask | undefined> {
  const { notifiesRunners = true } = closing;
  const { delivering, silent } = closers(engine);
  return (notifiesRunners ? delivering : silent).run(itemOf(closing));
}

type Item = MoveItem<'finished', (typeof GUARDS)[number]>;

const closers = perEngine(({ dataSource }) => ({
  delivering: new StatementBatcher((items: readonly Item[]) => finish(dataSource, items)),
  silent: new StatementBatcher((items: readonly Item[]) => finishSilently(dataSource, items)),
}));

/** @throws Error when the status is not final */
function itemOf({ taskId, from, attemptNumber, to, outcome, end, ...more }: Closing): Item {
  if (!isFinal(to)) {
    throw new Error(`${to} is not a final status`);
  }
  return {
    task: taskId,
    from,
    attempt_number: attemptNumber,
    to,
    outcome,
    ...storableEnd(end),
    exit_code: more.exitCode ?? null,
    origin: more.origin ?? 'system',
    actor: more.userId ?? null,
  };
}

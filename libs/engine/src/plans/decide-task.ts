import type { TaskStatus } from '@switchyard/contracts';
import { announceTasks } from '../life-cycle/announce-tasks.js';
import { IllegalTransitionError, NotFoundError } from '../errors.js';
import type { Engine } from '../ports.js';
import { insertMessages, MESSAGE_COLUMNS, TOLD } from '../runners/runner-messages.js';
import { row } from '../statements/sql.js';
import { decidedText, EVENT_COLUMNS, insertEvents } from '../history/task-events.js';
import { insertStep } from '../history/task-history.js';
import { type StatusChange, statusMove } from '../life-cycle/task-status.js';
import { UPDATE_COLUMNS, type UpdateRow } from '../life-cycle/task-update.js';
import { waitingReason } from '../dispatch/waiting-reason.js';

/** Who decides about the plan of which task. */
export interface Decision {
  projectId: number;
  taskId: number;
  userId: number;
}

/**
 * Lets the plan of a task be applied: it waits for a runner again, and its next attempt applies exactly that plan. Of
 * several people who decide at once one wins.
 * @throws NotFoundError, IllegalTransitionError when the task does not wait for a decision
 */
export async function confirmTask(engine: Engine, decision: Decision): Promise<StatusChange> {
  const change = await decide(engine, decision, 'confirmed', confirmation);
  engine.signals.dispatchNeeded('task confirmed');
  return change;
}

/**
 * Refuses the plan of a task, which ends with nothing applied. Its plan is removed.
 * @throws NotFoundError, IllegalTransitionError when the task does not wait for a decision
 */
export function rejectTask(engine: Engine, decision: Decision): Promise<StatusChange> {
  return decide(engine, decision, 'rejected', rejection);
}

async function decide(engine: Engine, decision: Decision, to: TaskStatus, statement: string): Promise<StatusChange> {
  const { taskId, projectId, userId } = decision;
  const reason = waitingReason('queued', '', '');
  const values = [taskId, projectId, userId];
  const moved = await row<UpdateRow>(
    engine.dataSource,
    statement,
    to === 'confirmed' ? [...values, reason.code, reason.text] : values,
  );
  if (!moved) {
    throw await refusal(engine, decision, to);
  }
  announceTasks(engine, [moved]);
  return { from: FROM, to };
}

const FROM = 'waiting_confirmation';
const confirm = statusMove('confirmed', [FROM]);
const reject = statusMove('rejected', [FROM]);

const decided = {
  source: 'moved task',
  from: `'${FROM}'`,
  to: 'task.status',
  detail: `jsonb_build_object('user_id', task.decided_by)`,
} as const;

const confirmation = `
  with moved as (
    update task set ${confirm.set}, decided_by = $3, decided = now(), waiting_reason = $4, waiting_reason_text = $5
      where task.id = $1 and task.project_id = $2 and ${confirm.guard}
      returning ${UPDATE_COLUMNS}, ${EVENT_COLUMNS}, task.decided_by, ${MESSAGE_COLUMNS}),
  events as (${insertEvents('moved', decidedText, 'task.decided_by')}),
  history as (${insertStep({ ...decided, kind: 'confirmed' })}),
  ${insertMessages('task.queued', 'moved')}
  select moved.*, ${TOLD} from moved`;

const rejection = `
  with moved as (
    update task set ${reject.set}, decided_by = $3, decided = now(), ended = now()
      where task.id = $1 and task.project_id = $2 and ${reject.guard}
      returning ${UPDATE_COLUMNS}, ${EVENT_COLUMNS}, task.decided_by, ${MESSAGE_COLUMNS}),
  plans as (delete from task_plan using moved where task_plan.task_id = moved.id),
  events as (${insertEvents('moved', decidedText, 'task.decided_by')}),
  history as (${insertStep({ ...decided, kind: 'finished' })}),
  ${insertMessages('task.finished', 'moved')}
  select moved.*, ${TOLD} from moved`;

async function refusal(engine: Engine, { taskId, projectId }: Decision, to: TaskStatus): Promise<Error> {
  const found = await row<{ status: TaskStatus }>(
    engine.dataSource,
    'select status from task where id = $1 and project_id = $2',
    [taskId, projectId],
  );
  return found ? new IllegalTransitionError(found.status, to) : new NotFoundError('task');
}

import type { TaskStatus } from '@switchyard/contracts';
import { IllegalTransitionError, NotFoundError } from '../errors.js';
import { announceMoves } from '../life-cycle/announce-moves.js';
import { moveWithReason } from '../life-cycle/given-reason.js';
import { mover } from '../life-cycle/mover.js';
import type { StatusChange } from '../life-cycle/status-change.js';
import type { Engine } from '../ports.js';
import { row } from '../statements/sql.js';

/** Who decides about the plan of which task. */
export interface Decision {
  projectId: number;
  taskId: number;
  userId: number;
  /** Why, in their words. */
  reason?: string;
}

/**
 * Lets the plan of a task be applied: it waits for a runner again, and its next attempt applies exactly that plan. Of
 * several people who decide at once one wins.
 * @throws NotFoundError, IllegalTransitionError when the task does not wait for a decision
 */
export function confirmTask(engine: Engine, decision: Decision): Promise<StatusChange> {
  return decide(engine, decision, 'confirmed');
}

/**
 * Refuses the plan of a task, which ends with nothing applied. Its plan is removed.
 * @throws NotFoundError, IllegalTransitionError when the task does not wait for a decision
 */
export function rejectTask(engine: Engine, decision: Decision): Promise<StatusChange> {
  return decide(engine, decision, 'rejected');
}

const confirm = mover('confirmed', ['task', 'project']);
const reject = mover('rejected', ['task', 'project']);

async function decide(
  engine: Engine,
  { taskId: task, projectId: project, userId: actor, reason }: Decision,
  to: 'confirmed' | 'rejected',
): Promise<StatusChange> {
  const move = to === 'confirmed' ? confirm : reject;
  const given = { taskId: task, column: 'decision_reason', reason } as const;
  const moved = await moveWithReason(engine, given, async (on) => (await move(on, [{ task, project, actor }]))[0]);
  if (!moved) {
    throw await refusal(engine, { taskId: task, projectId: project }, to);
  }
  announceMoves(engine, to, [moved], { reason: 'task confirmed' });
  return { from: moved.from_status, to };
}

async function refusal(
  engine: Engine,
  { taskId, projectId }: Pick<Decision, 'taskId' | 'projectId'>,
  to: TaskStatus,
): Promise<Error> {
  const found = await row<{ status: TaskStatus }>(
    engine.dataSource,
    'select status from task where id = $1 and project_id = $2',
    [taskId, projectId],
  );
  return found ? new IllegalTransitionError(found.status, to) : new NotFoundError('task');
}

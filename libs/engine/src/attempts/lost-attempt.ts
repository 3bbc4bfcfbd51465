import { type AttemptLease, type LostAnswer, type Order, problem } from '@switchyard/contracts';
import { attemptUnsettled } from '@switchyard/database';
import { noteOnTask } from '../life-cycle/task-notes.js';
import type { Engine } from '../ports.js';
import { row } from '../statements/sql.js';

/** Terraform's name of the operation that changes things. A lost plan is of no use to anybody. */
const APPLY = 'OperationTypeApply';

/**
 * Whether the tool of an attempt whose lease has expired may go on. It may while it applies under the lock of its state: the task
 * stays as it ended, but killing the tool would lose what it has made. A stop by force is not asked about.
 */
export async function mayGoOn(engine: Engine, runnerId: number, held: AttemptLease): Promise<LostAnswer> {
  const lost = await row<{ task_id: number; order: Order; runner: string }>(
    engine.dataSource,
    `select a.task_id, a."order", r.name as runner from attempt a join runner r on r.id = a.runner_id
      where a.id = $1 and a.lease_id = $2 and a.runner_id = $3 and a.outcome = 'lease_expired' and ${attemptUnsettled('a')}
        and exists (select from terraform_lock l where l.attempt_id = a.id and l.info ->> 'Operation' = '${APPLY}')`,
    [held.attempt, held.lease, runnerId],
  );
  if (!lost) {
    return { goes_on: false, order: 'none' };
  }
  await noteOnTask(engine, lost.task_id, problem('lost_attempt_goes_on', { runner: lost.runner }));
  return { goes_on: true, order: lost.order };
}

import { type Problem, problem, type SettleRequest } from '@switchyard/contracts';
import { noteOnTask } from '../life-cycle/task-notes.js';
import { LeaseLostError } from '../errors.js';
import { noteRefusals } from '../history/refused-calls.js';
import type { Engine } from '../ports.js';
import { row } from '../statements/sql.js';

interface Settled {
  task_id: number;
  runner: string;
  /** Its tool had begun, and its end was not reported. */
  is_noted: boolean;
  /** The state that is current is of its task. */
  is_saved: boolean;
  is_repeated: boolean;
}

/**
 * The runner has nothing of the attempt on its machine any more, and could not report its end. From now on its lock does not count,
 * and the task notes how the tool ended. The lease of one that is still alive is over; one that has not started may be handed out again,
 * so that nothing changes. A repeat has no effect.
 * @throws LeaseLostError when it is no attempt of this runner
 */
export async function settleAttempt(engine: Engine, runnerId: number, report: SettleRequest): Promise<void> {
  const settled = await row<Settled>(engine.dataSource, settlement, [report.attempt, report.lease, runnerId]);
  if (!settled) {
    await noteRefusals(engine.dataSource, 'settle', [report.attempt], runnerId);
    throw new LeaseLostError();
  }
  if (!settled.is_repeated) {
    engine.signals.dispatchNeeded('attempt settled');
  }
  if (settled.is_noted && !settled.is_repeated) {
    await noteOnTask(engine, settled.task_id, noteFor(report, settled));
  }
}

const settlement = `
  with held as (
    select a.id, a.task_id, a.runner_id, a.outcome, a.started, a.settled from attempt a
     where a.id = $1 and a.lease_id = $2 and a.runner_id = $3 for no key update of a),
  marked as (
    update attempt
       set settled = now(),
           lease_until = case when held.outcome is null then least(lease_until, now()) else lease_until end
      from held
     where attempt.id = held.id and held.settled is null and held.started is not null)
  select held.task_id, coalesce(r.name, '') as runner, held.settled is not null as is_repeated,
         held.started is not null and coalesce(held.outcome in ('lease_expired', 'forced'), true) as is_noted,
         exists (select from terraform_state s where s.task_id = held.task_id and s.current) as is_saved
    from held left join runner r on r.id = held.runner_id`;

function noteFor({ outcome, exit_code: code }: SettleRequest, { runner, is_saved: isSaved }: Settled): Problem {
  if (outcome === 'success') {
    return problem(isSaved ? 'lost_attempt_saved' : 'lost_attempt_succeeded', { runner });
  }
  return outcome === 'error' && code !== null
    ? problem('lost_attempt_failed', { runner, code })
    : problem('lost_attempt_over', { runner });
}

import { type LeaveRequest, problem, sentenceOf } from '@switchyard/contracts';
import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';

const STOPPED = problem('pause_stopped');

/**
 * Takes the last words of a runner process: it gets no more tasks. With `over` the identity is free at once. Does nothing
 * when another process holds the identity by now.
 */
export async function leaveRunner(engine: Engine, runnerId: number, { instance, over }: LeaveRequest): Promise<void> {
  const left = await rows(engine.dataSource, leave, [runnerId, instance, over, sentenceOf(STOPPED), STOPPED]);
  if (left.length > 0) {
    engine.signals.runnersChanged([runnerId]);
  }
}

const leave = `
  update runner set paused_reason = $4, paused_problem = $5, instance_seen = case when $3 then null else instance_seen end
   where id = $1 and instance = $2 returning id`;

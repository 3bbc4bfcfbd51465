import type { AttemptLease, Order } from '@switchyard/contracts';
import { StatementBatcher } from '@switchyard/database';
import { readLivingAttempt } from './held-attempt.js';
import { perEngine } from '../statements/per-engine.js';
import type { Engine } from '../ports.js';
import { announceMoves } from '../life-cycle/announce-moves.js';
import { mover } from '../life-cycle/mover.js';

/**
 * The tool is about to be spawned: the task becomes running. A repeat has no effect. The start of a task is that of its
 * first attempt that ran.
 * @returns the order in force; with `stop` the task did not become running and the runner must not spawn
 * @throws LeaseLostError
 */
export async function startAttempt(engine: Engine, runnerId: number, held: AttemptLease): Promise<Order> {
  const started = await starts(engine).run({ ...held, holder: runnerId });
  if (started) {
    announceMoves(engine, 'started', [started], { reason: 'attempt started', byHolder: true });
    return 'none';
  }
  return (await readLivingAttempt(engine, runnerId, held, 'start')).order;
}

const start = mover('started', ['attempt', 'lease', 'holder']);

const starts = perEngine(
  ({ dataSource }) =>
    new StatementBatcher((held: readonly (AttemptLease & { holder: number })[]) => start(dataSource, held)),
);

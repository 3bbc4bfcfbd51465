import type { FinishRequest } from '@switchyard/contracts';
import { StatementBatcher } from '@switchyard/database';
import { END_NOTIFIES_RUNNERS } from '../outbox/runner-notifications.js';
import { HAS_AUTORUN } from '../launch/autorun-deploys.js';
import { storableEnd } from '../life-cycle/end-reason.js';
import { type MovedTask, type MoveItem, mover } from '../life-cycle/mover.js';
import type { Engine } from '../ports.js';
import { perEngine } from '../statements/per-engine.js';
import { reportedEnd } from './finish-decision.js';

const GUARDS = ['attempt', 'lease', 'holder', 'lines'] as const;

/** The tool ran, nobody has stopped it, and nothing else begins with its end. */
const PLAIN = `task.status = 'running' and not ${END_NOTIFIES_RUNNERS} and (item."to" <> 'success' or task.workspace_id = 0 and not ${HAS_AUTORUN})`;

const finish = mover('finished', GUARDS, { where: PLAIN, deliveries: false, locksAttempt: false });

const finishes = perEngine(
  ({ dataSource }) =>
    new StatementBatcher((items: readonly MoveItem<'finished', (typeof GUARDS)[number]>[]) =>
      finish(dataSource, items),
    ),
);

/**
 * Ends the task of an attempt in one statement, where the report needs no decision.
 * @returns undefined when it needs one, is repeated or is to be refused; nothing has happened then
 */
export async function finishPlainly(
  engine: Engine,
  runnerId: number,
  report: FinishRequest,
): Promise<MovedTask | undefined> {
  const { attempt, lease, lines, outcome, exit_code } = report;
  if (outcome !== 'success' && outcome !== 'error') {
    return undefined;
  }
  return finishes(engine).run({
    attempt,
    lease,
    lines,
    holder: runnerId,
    to: outcome,
    outcome,
    ...storableEnd(outcome === 'error' ? reportedEnd(report) : null),
    exit_code,
    origin: 'runner',
    actor: null,
  });
}

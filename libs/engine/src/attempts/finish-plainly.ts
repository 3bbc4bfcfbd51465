import type { FinishRequest } from '@switchyard/contracts';
import { isRefused, StatementBatcher } from '@switchyard/database';
import type { DataSource } from 'typeorm';
import { handOver, type Successor } from '../hand-over/hand-over.js';
import { END_NOTIFIES_RUNNERS } from '../outbox/runner-notifications.js';
import { HAS_AUTORUN } from '../launch/autorun-deploys.js';
import { storableEnd } from '../life-cycle/end-reason.js';
import { type MovedTask, type MoveItem, mover } from '../life-cycle/mover.js';
import type { Engine } from '../ports.js';
import { perEngine } from '../statements/per-engine.js';
import type { Executor } from '../statements/sql.js';
import { reportedEnd } from './finish-decision.js';

const GUARDS = ['attempt', 'lease', 'holder', 'lines'] as const;

/** The tool ran, nobody has stopped it, and nothing else begins with its end. */
const PLAIN = `task.status = 'running' and not ${END_NOTIFIES_RUNNERS} and (item."to" <> 'success' or task.workspace_id = 0 and not ${HAS_AUTORUN})`;

const finish = mover('finished', GUARDS, { where: PLAIN, deliveries: false, locksAttempt: false });

type Item = MoveItem<'finished', (typeof GUARDS)[number]>;

/** A task that ended, and what took its slot. */
export interface PlainEnd {
  task: MovedTask;
  successor?: Successor | undefined;
}

const finishes = perEngine(({ dataSource }) => ({
  alone: new StatementBatcher((items: readonly Item[]) => finishAll(dataSource, items)),
  goingOn: new StatementBatcher((items: readonly Item[]) => finishGoingOn(dataSource, items)),
}));

const finishAll = async (on: Executor, items: readonly Item[]): Promise<(PlainEnd | undefined)[]> =>
  (await finish(on, items)).map((task) => task && { task });

/** Finishes tasks and starts their successors. Tasks are finished also where no successor can begin. */
async function finishGoingOn(source: DataSource, items: readonly Item[]): Promise<(PlainEnd | undefined)[]> {
  try {
    return await source.transaction(async (manager) => {
      const ended = await finish(manager, items);
      const tasks = ended.flatMap((task) => task ?? []);
      const successors = tasks.length > 0 ? await handOver(manager, tasks) : new Map<number, Successor>();
      return ended.map((task) => task && { task, successor: successors.get(task.id) });
    });
  } catch (error) {
    if (!isRefused(error)) {
      throw error;
    }
    return finishAll(source, items);
  }
}

/**
 * Ends the task of an attempt, together with others, where the report needs no decision. Where the runner goes on, a task that is reserved for it
 * takes the slot in the same transaction.
 * @returns undefined when it needs one, is repeated or is to be refused; nothing has happened then
 */
export async function finishPlainly(
  engine: Engine,
  runnerId: number,
  report: FinishRequest,
): Promise<PlainEnd | undefined> {
  const { attempt, lease, lines, outcome, exit_code, next } = report;
  if (outcome !== 'success' && outcome !== 'error') {
    return undefined;
  }
  const { alone, goingOn } = finishes(engine);
  return (next ? goingOn : alone).run({
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

import type { TaskStatus } from '@switchyard/contracts';
import { type Executor, inOrder, type Numbered, rows } from '../statements/sql.js';
import { composeMove, type MoveOptions } from './compose-move.js';
import type { Guard, MoveValues } from './move-columns.js';
import type { UpdateRow } from './task-update.js';
import { type TransitionName, TRANSITIONS } from './transitions.js';

/** Item of a verb, one for each task: the values of its guards and of the inputs of the transition. */
export type MoveItem<N extends TransitionName, G extends Guard> = Pick<
  MoveValues,
  G | (typeof TRANSITIONS)[N]['inputs'][number]
>;

/** A task as it is after its move. */
export interface MovedTask extends UpdateRow {
  from_status: TaskStatus;
  /** The runner whose attempt began, changed or ended with the move. */
  holder: number | null;
}

/** Moves the tasks of some items in one statement. Answers one task per item, undefined where a guard did not hold. */
export type Mover<N extends TransitionName, G extends Guard> = (
  on: Executor,
  items: readonly MoveItem<N, G>[],
) => Promise<(MovedTask | undefined)[]>;

/** The mover of a transition for tasks of which the guards hold. Its statement is composed once. */
export function mover<N extends TransitionName, G extends Guard>(
  name: N,
  guards: readonly G[],
  options?: MoveOptions,
): Mover<N, G> {
  const statement = composeMove(name, guards, options);
  const columns = [...guards, ...TRANSITIONS[name].inputs] as (keyof MoveItem<N, G>)[];
  return async (on, items) => {
    const values = columns.map((column) => items.map((item) => item[column]));
    return inOrder(await rows<MovedTask & Numbered>(on, statement, values), items.length);
  };
}
